/** Canned turns, made from topic, names and positions. Deterministic. */
import { createHash } from "node:crypto";
import type { DemoRequest, DemoTurn } from "./request.demo.ts";
import texts from "./texts.json" with { type: "json" };

const CANNED = texts.debate;
const OPENERS: Record<string, string[]> = CANNED.openers;

/** Whoever asks the demo itself has no page that says it. Debates carry the mark in their metadata. */
const DEMO_LINE = "[demo] Canned text, put together by a program. No language model wrote it.";

/** A deterministic number from 0 up to `below`. */
export function pick(below: number, ...parts: (string | number)[]): number {
  return createHash("sha256").update(parts.join("\u0000")).digest().readUInt32BE(0) % below;
}

export function paragraphs(...said: string[]): string {
  return said.join("\n\n");
}

/** Two or three paragraphs. */
export function demoTurn(request: DemoRequest): string {
  const opponent = latestOther(request);
  if (request.phase === "cross-question") return paragraphs(numbered(questionsFor(request, opponent)));
  if (request.phase === "cross-answer")
    return paragraphs(numbered(["From the records that I named.", ...chooseTwo(CANNED.plainAnswers, request)]));
  return paragraphs(claim(request), ...(opponent ? [answer(request, opponent)] : []), ending(request));
}

/** Demo debaters ask in the first collection only. */
export function demoQuestions(request: DemoRequest): { questions: string[] } {
  if (request.round > 1) return { questions: [] };
  const scope = "Is there a place, a time or a budget that we should keep to?";
  const isFirst = request.participants[0]?.name === request.speaker;
  return { questions: ["Which outcome matters most to you in this matter?", ...(isFirst ? [scope] : [])] };
}

export function demoOther(): string {
  return paragraphs(DEMO_LINE, "This server only knows the prompts of Parley's debates, and this was none of them.");
}

/** A different entry for each round and seat, starting at a place that depends on the topic. */
function choose<T>(bank: readonly T[], request: DemoRequest, stride = 1): T {
  const seat = seatOf(request);
  return bank[(pick(bank.length, request.topic) + seat * stride + request.round) % bank.length] as T;
}

function chooseTwo<T>(bank: readonly T[], request: DemoRequest): T[] {
  return [choose(bank, request), choose(bank, { ...request, round: request.round + 1 })];
}

/** From 1. */
function seatOf({ participants, speaker }: DemoRequest): number {
  return participants.findIndex((p) => p.name === speaker) + 1;
}

/** The topic is quoted in the first round and in closings. */
function claim(request: DemoRequest): string {
  const { topic, round, phase } = request;
  const opener = choose(OPENERS[phase] ?? CANNED.openers.other, request);
  const angle = choose(CANNED.angles, request, 3);
  const about = round <= 1 || phase === "closing" ? `The question: "${excerpt(topic, 16)}" ` : "";
  return `${about}${opener}: ${angle.claim}. ${stance(request)} For example, ${angle.evidence}.`;
}

function stance({ speaker, round, participants }: DemoRequest): string {
  const position = participants.find((p) => p.name === speaker)?.position ?? "I speak for myself";
  const { stances } = CANNED;
  return `${stances[Math.max(0, round - 1) % stances.length]}: "${excerpt(position, 40)}".`;
}

function answer(request: DemoRequest, turn: DemoTurn): string {
  const [reply, challenge] = [choose(CANNED.answers, request), choose(CANNED.challenges, request)];
  return `${turn.speaker}, you said: "${excerpt(claimOf(turn.text), 24)}". That ${reply}. ${challenge}`;
}

function questionsFor(request: DemoRequest, opponent: DemoTurn | undefined): string[] {
  const said = opponent && excerpt(claimOf(opponent.text), 24);
  const first = opponent ? [`${opponent.speaker}, you said: "${said}". How do you know?`] : [];
  return [...first, ...chooseTwo(CANNED.questions, request)];
}

function numbered(lines: string[]): string {
  return lines.map((line, i) => `${i + 1}. ${line}`).join("\n");
}

function ending(request: DemoRequest): string {
  return request.phase === "closing" ? CANNED.lastWord : choose(CANNED.objections, request);
}

/** Rotates through the others' latest turns. */
function latestOther({ turns, speaker, round }: DemoRequest): DemoTurn | undefined {
  const latest = new Map(turns.filter((turn) => turn.speaker !== speaker).map((turn) => [turn.speaker, turn]));
  return [...latest.values()][latest.size === 0 ? 0 : round % latest.size];
}

/** A turn's claim. In a canned turn its own claim precedes quoted ones; other turns are used whole. */
export function claimOf(text: string): string {
  const found = CANNED.angles.filter((angle) => text.includes(angle.claim));
  const [own] = found.toSorted((a, b) => text.indexOf(a.claim) - text.indexOf(b.claim));
  return own?.claim ?? text.trim();
}

/**
 * The first words on one line. Characters outside the basic plane are dropped, because aimock cuts streams between
 * UTF-16 units.
 */
export function excerpt(text: string, words: number): string {
  const all = text
    .replaceAll(/[\u{10000}-\u{10FFFF}]/gu, "")
    .trim()
    .split(/\s+/);
  const short = all.slice(0, words).join(" ").slice(0, 400).replaceAll('"', "'");
  return all.length > words ? `${short} …` : short.replace(/\.$/, "");
}
