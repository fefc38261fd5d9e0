/** A world of questions with one right answer each, and of debates on them in which one speaker argues better. */

import { randomOf } from "../../../domain/base/statistics/random.ts";

/** The same seed gives the same debates, whoever judges them. */
export const SEED = "parley-1";

export interface World {
  /** The share of ballots whose own answer is right, for each difficulty. A question has one of these, drawn evenly. */
  accuracy: readonly number[];
  /** The share of ballots that find out who argued better. */
  reading: number;
  /** The share of debates in which the right side argues better. 0.5: to argue well has nothing to do with being right. */
  persuasion: number;
  joint: Joint;
  /** By how much of what is missing to 100 the probability that a ballot states is above its accuracy. */
  sureness: number;
  bias?: Bias;
}

/**
 * The share of debates in which all ballots err together or not at all; of the others, the share in which those of one
 * family do; of the rest, those of one model. What a single ballot gets right stays the same.
 */
interface Joint {
  all: number;
  family: number;
  model: number;
}

/** Shares of debates in which a judge's model prefers a speaker, and answers as that one does. */
interface Bias {
  /** Whoever is shown first. */
  firstShown?: number;
  /** Whoever spoke last. */
  lastSpoken?: number;
  /** The debater of the judge's own family, where there is one. */
  ownFamily?: number;
  /** The share of ballots that answer as the winner that they name. */
  winnersAnswer?: number;
}

/** Of the two speakers. */
export type Speaker = "p1" | "p2";

export interface Question {
  /** The place with the right position. In the twin the other speaker has it. */
  right: Speaker;
  better: Speaker;
  betterInTwin: Speaker;
  /** How often a ballot's own answer is right. */
  accuracy: number;
  /** A number from 0 to 1 for each name, the same each time. */
  draw: Draw;
}

type Draw = (name: string) => number;

export function other(speaker: Speaker): Speaker {
  return speaker === "p1" ? "p2" : "p1";
}

/** Either the better side of the question makes a speaker better, or it is skill, which a speaker keeps in the twin. */
export function questionOf({ accuracy, persuasion }: World, number: number): Question {
  const draw: Draw = (name) => randomOf(`${SEED}/${number}/${name}`)();
  const either = (name: string): Speaker => (draw(name) < 0.5 ? "p1" : "p2");
  const right = either("right");
  const skilled = either("skilled");
  const favoured = persuasion < 0.5 ? other(right) : right;
  const isBySide = draw("by side") < Math.abs(2 * persuasion - 1);
  return {
    right,
    better: isBySide ? favoured : skilled,
    betterInTwin: isBySide ? other(favoured) : skilled,
    accuracy: accuracy[Math.floor(draw("difficulty") * accuracy.length)] ?? 0.5,
    draw,
  };
}
