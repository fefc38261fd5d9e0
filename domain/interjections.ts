/**
 * The owner's own remarks. Each has its place behind everything that was said or begun when it came, so no turn's
 * prompt ever changes: whoever began before it does not see it, whoever begins after it does.
 */
import type { DebateState, InterjectionRef } from "./debate-state.ts";
import type { DebatePlan } from "./plan.ts";
import type { Turn } from "./schemas/turn.ts";

/** In the state and in every publication there are only so many. */
export const MOST_INTERJECTIONS = 100;
/** No participant can have this id. */
const MODERATOR = "_moderator";

/** `inFlight`: indexes of the round's turns that have begun. Between rounds it opens the next one, if there is one. */
export function placeOf(plan: DebatePlan, state: DebateState, inFlight: Iterable<number>) {
  if (state.roundOver && state.round < plan.maxRounds) return { round: state.round + 1, index: 0 };
  return { round: state.round, index: Math.max(0, ...state.taken, ...inFlight) };
}

/** `g1-r2-i3`: the third of the debate, in round 2. */
export function interjectionId({ generation, interjections = [] }: DebateState, round: number): string {
  return `g${generation}-r${round}-i${interjections.length + 1}`;
}

/** An interjection as a turn among the others. */
export function turnOf(ref: InterjectionRef, text: string): Turn {
  const { id, round, index, to, at } = ref;
  return {
    id,
    participantId: MODERATOR,
    participant: "Moderator",
    round,
    index,
    phase: "interjection",
    ...(to && { to }),
    text,
    status: "whole",
    model: "none",
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, calls: 0 },
    costUsd: 0,
    latencyMs: 0,
    firstTokenMs: null,
    attempt: 1,
    promptSha256: "",
    at,
  };
}

/** Turns with interjections among them: each stands behind the turn whose index it has. `textOf` reads a note. */
export async function withInterjections(
  turns: Turn[],
  refs: InterjectionRef[],
  textOf: (note: string) => Promise<string | null>,
): Promise<Turn[]> {
  if (refs.length === 0) return turns;
  const remarks = await Promise.all(refs.map(async (ref) => turnOf(ref, (await textOf(ref.note)) ?? "")));
  return [...turns, ...remarks].toSorted((a, b) => a.round - b.round || a.index - b.index);
}

/** What of it one participant is shown. */
export function shownTo(refs: InterjectionRef[] = [], participantId: string): InterjectionRef[] {
  return refs.filter(({ to }) => to === undefined || to === participantId);
}

export function isSpoken({ phase }: Pick<Turn, "phase">): boolean {
  return phase !== "interjection";
}
