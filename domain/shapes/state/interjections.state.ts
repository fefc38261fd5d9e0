/**
 * The owner's remarks. Each is placed after everything said or begun when it arrived, so no prompt changes: turns that
 * began earlier do not see it, later ones do.
 */

import type { DebatePlan } from "../plan/plan.ts";
import type { Turn } from "../schemas/turn.schema.ts";
import { NO_USAGE } from "./costs.state.ts";
import type { DebateState, InterjectionRef } from "./state.ts";

/** Bounded, because the state and every publication contain them. */
export const MOST_INTERJECTIONS = 100;
/** The owner as the speaker of remarks, in prompts, transcripts and exports. No participant can have this id. */
const OWNER = { participantId: "_owner", participant: "Owner" };

/** `inFlight`: indexes of the round's running turns. Between rounds an interjection opens the next one, if any. */
export function placeOf(plan: DebatePlan, state: DebateState, inFlight: Iterable<number>) {
  if (state.roundOver && state.round < plan.maxRounds) return { round: state.round + 1, index: 0 };
  return { round: state.round, index: Math.max(0, ...state.taken, ...inFlight) };
}

/** `g1-r2-i3`: the debate's third interjection, in round 2. */
export function interjectionId({ generation, interjections = [] }: DebateState, round: number): string {
  return `g${generation}-r${round}-i${interjections.length + 1}`;
}

/** `g1-i3`: its generation and number, whatever its round. */
export function remarkNumber({ id }: Pick<InterjectionRef, "id">): string {
  return id.replace(/-r\d+-/, "-");
}

/** With the remarks that the log has under these numbers. One that loses its number has no place any more. */
export function withStanding(state: DebateState, standing: readonly InterjectionRef[]): DebateState {
  const byNumber = new Map(standing.map((ref) => [remarkNumber(ref), ref]));
  const interjections = (state.interjections ?? []).map((ref) => byNumber.get(remarkNumber(ref)) ?? ref);
  return { ...state, interjections };
}

/** The fields of a turn for which no model was asked. */
export const UNASKED = {
  usage: NO_USAGE,
  costUsd: 0,
  latencyMs: 0,
  firstTokenMs: null,
  attempt: 1,
  promptSha256: "",
};

export function turnOf(ref: InterjectionRef, text: string): Turn {
  const { id, round, index, to, at } = ref;
  return {
    id,
    ...OWNER,
    round,
    index,
    phase: "interjection",
    ...(to && { to }),
    text,
    status: "whole",
    model: "none",
    ...UNASKED,
    at,
  };
}

/** Inserts interjections, each after the turn with its index. `textOf` reads a note. */
export async function withInterjections(
  turns: Turn[],
  refs: InterjectionRef[],
  textOf: (note: string) => Promise<string | null>,
): Promise<Turn[]> {
  if (refs.length === 0) return turns;
  const remarks = await Promise.all(refs.map(async (ref) => turnOf(ref, (await textOf(ref.note)) ?? "")));
  return [...turns, ...remarks].toSorted((a, b) => a.round - b.round || a.index - b.index);
}

/** The interjections that a participant may see. */
export function shownTo(refs: InterjectionRef[] = [], participantId: string): InterjectionRef[] {
  return refs.filter(({ to }) => to === undefined || to === participantId);
}

/**
 * Whether a participant said the turn: an interjection is the owner's.
 *
 * @example
 * isSpoken({ phase: "opening" }) // → true
 * isSpoken({ phase: "interjection" }) // → false
 */
export function isSpoken({ phase }: Pick<Turn, "phase">): boolean {
  return phase !== "interjection";
}
