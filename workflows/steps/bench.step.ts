/** Members of a bench of whom a quorum is enough: the others are asked a while longer, and then done without. */
import { benchWithQuorum, lateOnBench } from "../../domain/rules/judges/quorum.rules.ts";
import type { FaultDetails } from "../../domain/shapes/state/state.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";

/** Asks a member; one that is late has a fault. An act that all are waited for is made as it is. */
export async function onBench(
  run: DebateRun,
  id: string,
  call: () => Promise<FaultDetails | null>,
): Promise<FaultDetails | null> {
  const bench = quorumAt(run, id);
  if (!bench) return call();
  const { question } = bench;
  run.graces.enter(question);
  try {
    heed(run, id);
    if (isLateOnBench(run, id)) return lateFaultOnBench(run, id);
    const fault = await call();
    heed(run, id);
    return fault ?? (isLateOnBench(run, id) ? lateFaultOnBench(run, id) : null);
  } finally {
    run.graces.leave(question);
  }
}

/** The others did not wait for it. */
export function isLateOnBench(run: DebateRun, id: string): boolean {
  const bench = quorumAt(run, id);
  return bench !== null && !bench.hasAnswered && run.graces.isOver(bench.question);
}

export function lateFaultOnBench(run: DebateRun, id: string): FaultDetails {
  const bench = quorumAt(run, id);
  if (!bench) throw new Error(`${id} is of no bench with a quorum`);
  return lateOnBench(bench, run.state.attempts[id] ?? 0);
}

/** Once a quorum has answered, those that are still asked have a while longer. */
function heed(run: DebateRun, id: string): void {
  const bench = quorumAt(run, id);
  if (!bench || bench.there < bench.quorum.count) return;
  run.graces.grant(bench.question, bench.quorum.graceMs, () => endCalls(run, bench.question));
}

function endCalls(run: DebateRun, question: string): void {
  for (const stream of run.streams) if (quorumAt(run, stream.id)?.question === question) stream.cut("round_timeout");
}

function quorumAt({ plan, state }: DebateRun, id: string) {
  return benchWithQuorum(plan, state, id);
}
