/** Makes the turns and acts of a step, by themselves and beside one another. */

import { all, type Work, wait } from "../base/work.ts";
import { next } from "../rules/protocols/registry.protocol.ts";
import type { EndedBy } from "../shapes/schemas/result.schema.ts";
import type { FaultDetails } from "../shapes/state/state.ts";
import { type ActSpec, participantOf, type TurnSpec } from "../shapes/state/steps.ts";
import type { Made } from "./faults/mend.ts";
import { skip } from "./faults/remedies.ts";
import type { Taken } from "./faults/round-timeout.ts";
import type { Ports } from "./state/ports.play.ts";

export const WITHOUT_JUDGE = "its owner chose to go on without a judge";

export function* takeTurn(turn: TurnSpec, ports: Ports): Work<Taken> {
  const fault = yield* wait(ports.takeTurn(turn));
  return { turn, fault, participantId: turn.participantId };
}

/**
 * Turns, and acts that they do not wait for. Faults are mended when all of it has ended: until then the debate stays in its
 * status, unless its owner changes it.
 */
export function* takeBeside(acts: ActSpec[], taking: Work<Taken[]>, ports: Ports) {
  const doing = all(acts.map((act) => performOrSkip(act, ports)));
  const [made = [], taken = []] = yield* all<Made[]>([doing, takeOn(taking, ports)]);
  return { made, taken: taken as Taken[] };
}

/**
 * The turns of a round that come after these, one after the other, as far as nothing comes between them. Under a budget none
 * does: each is reserved in a step of its own.
 */
function* takeOn(taking: Work<Taken[]>, ports: Ports): Work<Taken[]> {
  const { debate } = ports;
  const taken = yield* taking;
  const isWhole = ({ turn, fault }: Taken) => !fault && debate.state.taken.includes(turn.index);
  while (taken.every(isWhole) && goesOn(ports, "running") && !debate.plan.budget) {
    const step = next(debate.plan, debate.state);
    const [turn] = step.kind === "turns" ? step.turns : [];
    if (!turn) break;
    taken.push(yield* takeTurn(turn, ports));
  }
  return taken;
}

/** An act that the debate can go on without is no fault of it: what is lost is recorded. */
export function* performOrSkip(act: ActSpec, ports: Ports, endedBy: EndedBy | null = null) {
  const made = yield* perform(act, endedBy, ports);
  if (!made.fault || act.dispensable === undefined) return made;
  skip(ports.debate, { ...act, ...participantOf(act) }, made.fault.message);
  return { ...made, fault: null };
}

export function* perform(act: ActSpec, endedBy: EndedBy | null, ports: Ports) {
  let fault: FaultDetails | null = null;
  if (act.by === "judge" && ports.debate.state.withoutJudge) skip(ports.debate, act, WITHOUT_JUDGE);
  else fault = yield* wait(ports.perform(act, endedBy));
  return { act, fault, ...participantOf(act) };
}

/** Nothing has come between: it is in this status, and shall not pause. */
export function goesOn({ debate: { state } }: Pick<Ports, "debate">, status: "running" | "concluding"): boolean {
  return state.status === status && !state.pausing;
}
