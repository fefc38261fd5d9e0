/**
 * Where a fault of our own code ends that no turn and no act has: reading, quoting or writing beside them failed three times.
 * The debate shows it and waits for its owner, as after any other fault.
 */
import { faultView } from "../../domain/play/faults/remedies.ts";
import { transition } from "../../domain/play/state/moves.ts";
import { situationOf } from "../../domain/rules/state/situation.ts";
import { move } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { faultOf } from "./faults.step.ts";

/** Rethrows what is no activity's fault. A debate that cannot show it ends with its workflow, and the sweep closes it. */
export function takeFault(run: DebateRun, error: unknown): void {
  const fault = faultOf(error);
  const { round, status } = run.state;
  const { kind, message } = fault;
  if (status === "validating") {
    const detail = `${message}: the debate could not be validated`;
    return transition(run, "rejected", { problems: [{ pointer: "", detail }] });
  }
  if (kind !== "internal" || move(situationOf(run.state, run), "faulted") === null) throw error;
  transition(run, "faulted", { error: faultView(fault, { round, at: run.now() }) });
}
