/** The time limit of a round: unfinished turns are given up, and the round continues with those that are whole. */

import { type Work, wait } from "../../base/work.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { DebatePlan, Quorum } from "../../shapes/plan/plan.ts";
import type { DebateState, FaultDetails } from "../../shapes/state/state.ts";
import type { TurnSpec } from "../../shapes/state/steps.ts";
import type { Ports } from "../state/ports.play.ts";

export interface Taken {
  turn: TurnSpec;
  fault: FaultDetails | null;
  participantId: string;
}

/** The fault of a turn that its round's limit ended, or the time after a quorum. */
export function lateFault({
  limitMs,
  retryCount,
  quorum,
}: {
  limitMs: number;
  retryCount: number;
  quorum?: Quorum;
}): FaultDetails {
  const [message, name] = quorum
    ? [`${quorum.count} had spoken, and the others had ${quorum.graceMs / 1000} s more`, "quorum.graceSeconds"]
    : [`the round's limit of ${limitMs / 1000} s has passed`, "roundTimeoutSeconds"];
  const suggestion = `Raise limits.${name} with a PATCH, then retry.`;
  return { kind: "round_timeout", message, retryable: true, retryCount, suggestion };
}

/** The round under way has a whole turn. */
export function hasWholeTurn({ wholeTurns, wholeBeforeRound }: DebateState): boolean {
  return wholeTurns > wholeBeforeRound;
}

/** The quorum of the round under way, once so many have spoken: the others may be late. */
export function quorumReached(
  { durations: { quorum } }: Pick<DebatePlan, "durations">,
  { wholeTurns, wholeBeforeRound }: DebateState,
): Quorum | undefined {
  return quorum && wholeTurns - wholeBeforeRound >= quorum.count ? quorum : undefined;
}

/**
 * Gives up what the limit of the round ended, where the round has a whole turn. `planned`: the turns that the phase still
 * had to take. Returns what is left to mend: without a whole turn all faults are, as any other fault of a participant.
 */
export function* giveUpLate(
  taken: Taken[],
  planned: TurnSpec[],
  { debate, closeTurn }: Pick<Ports, "debate" | "closeTurn">,
): Work<Taken[]> {
  const late = taken.filter(({ fault }) => fault?.kind === "round_timeout");
  const why = late[0]?.fault?.message;
  if (why === undefined || !hasWholeTurn(debate.state)) return taken;
  const others = taken.filter((made) => !late.includes(made));
  const isOpen = ({ id, index }: TurnSpec) =>
    !debate.state.taken.includes(index) && !others.some(({ turn }) => turn.id === id);
  const open = planned.filter(isOpen);
  // What a turn had said is kept with it; one that was not begun leaves nothing.
  for (const { turn } of late) if (debate.state.attempts[turn.id]) yield* wait(closeTurn(turn));
  const { round } = debate.state;
  const names = [...new Set(open.map(({ participantId }) => nameOf(debate.plan, participantId)))];
  const degradation = { what: `unfinished turns of round ${round}: ${names.join(", ")}`, why, round };
  debate.emit("round.timed_out", { round, turnIds: open.map(({ id }) => id), degradation });
  return others;
}
