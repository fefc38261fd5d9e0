/** What the debate does about faults beyond their retries, by its policies: docs/design/debate.md#111-faults-policies-decisions */

import { type Work, wait } from "../../base/work.ts";
import { ballotTitle, isLost } from "../../rules/judges/panel.rules.ts";
import type { ActName } from "../../shapes/facts.shape.ts";
import type { Status } from "../../shapes/lifecycle.shape.ts";
import type { FaultDetails } from "../../shapes/state/state.ts";
import type { ActSpec, TurnSpec } from "../../shapes/state/steps.ts";
import { isBallotId, verdictId } from "../../shapes/turn-ids.ts";
import { transition } from "../state/moves.ts";
import type { Ports } from "../state/ports.play.ts";
import { canAnswer, hasFallback, remedyFor } from "./policies.ts";
import { drop, faultView, isOut, replaceJudge, requestDecision, skip, squeeze } from "./remedies.ts";

/** A turn or an act that was made. Fault null: it did not fail. */
export interface Made {
  fault: FaultDetails | null;
  /** Whose turn or act it is; left out for the judge's. */
  participantId?: string | undefined;
  turn?: TurnSpec;
  act?: { id: string; name: ActName };
}

type MendingPorts = Pick<Ports, "debate" | "closeTurn" | "reseat">;

/** Mends what failed at once, one after the other, until the debate leaves the status `at`. */
export function* mendAll(made: Made[], at: Status, ports: MendingPorts): Work<void> {
  const { debate } = ports;
  const { judgeModel } = debate.state;
  for (const { fault, ...about } of made) {
    // A new judge is asked first, before another one replaces it.
    const isFormerJudges = about.participantId === undefined && debate.state.judgeModel !== judgeModel;
    if (!fault || isFormerJudges) continue;
    if (debate.state.status === at) yield* mend(fault, about, ports);
    // The first fault has ended the debate; whoever failed beside it is named too.
    else if (at === "running" && debate.state.endedBy === "policy") yield* nameLost(fault, about, ports);
  }
}

function* nameLost(fault: FaultDetails, about: Omit<Made, "fault">, ports: MendingPorts): Work<void> {
  const { plan, state } = ports.debate;
  const { participantId } = about;
  if (participantId !== undefined && state.status === "concluding" && canAnswer({ plan, state }, participantId))
    yield* drop(ports, { fault, ...about });
}

function* mend(fault: FaultDetails, about: Omit<Made, "fault">, ports: MendingPorts): Work<void> {
  const { debate } = ports;
  const { state } = debate;
  const { participantId, act } = about;
  const failed = { fault, ...about };
  const where = { ...(participantId && { participantId }), round: state.round, at: debate.now() };
  const error = faultView(fault, where);
  const failure = { ...fault, participantId, turn: about.turn };
  const isGone = isOut(state, participantId);
  if (participantId !== undefined && !isGone && hasFallback(debate, failure)) {
    const isSeated = yield* wait(ports.reseat({ participantId, why: fault.message }));
    if (isSeated) return undefined;
  }
  const remedy = isGone ? ({ kind: "drop", ends: false } as const) : remedyFor(debate, failure);
  switch (remedy.kind) {
    case "drop":
      yield* drop(ports, failed);
      return remedy.ends ? endEarly(ports) : undefined;
    case "skip":
      return act && skip(debate, act, fault.message);
    case "squeeze":
      return squeeze(debate, remedy, { participantId, ...(fault.room && { room: fault.room }) });
    case "replace":
      return replaceJudge(debate, remedy.model, { by: "policy", why: fault.message, act });
    case "end":
      if (remedy.drops) yield* drop(ports, failed);
      else if (act) skip(debate, act, fault.message);
      return endEarly(ports);
    case "ask":
      requestDecision(debate, failed);
      // A pause that was asked for takes effect once the owner has decided.
      return transition(debate, "asked", { error, pausing: state.pausing });
    default:
      return transition(debate, "faulted", { error });
  }
}

/** Concludes on what there is; unless its owner stopped the debate meanwhile. */
function endEarly({ debate }: MendingPorts): void {
  const { status, endedBy, pausing } = debate.state;
  if (status !== "running") return;
  transition(debate, "roundsOver", { phase: null, pausing, ...(!endedBy && { endedBy: "policy" }) });
}

/**
 * The acts whose faults need mending. A panel goes on without a ballot or vote while another one answers the same
 * question; else its judges have failed.
 */
export function withoutSpoilt(
  made: { act: ActSpec; fault: FaultDetails | null }[],
  { debate }: Pick<Ports, "debate">,
): Made[] {
  const { plan, state } = debate;
  const undone = made.flatMap(({ act, fault }) => (fault ? [{ act, fault }] : []));
  const failed = undone.map(({ act }) => act.id);
  const isFatal = undone.map(({ act: { id } }) => isLost(plan, state, { id, failed }));
  undone.forEach(({ act, fault }, i) => {
    if (isFatal[i]) return;
    skip(debate, { ...act, dispensable: ballotTitle(act, plan.judge) }, fault.message);
  });
  // All ballots together make one verdict.
  const subjectOf = (act: ActSpec) =>
    isBallotId(act.id) ? { id: verdictId(state.generation), name: "countBallots" as const } : act;
  return undone.filter((_, i) => isFatal[i]).map(({ act, fault }) => ({ fault, act: subjectOf(act) }));
}
