/** The twin of a debate: an ordinary debate, as a child of this one's workflow, that outlives it. */
import { condition } from "@temporalio/workflow";
import { endTwin } from "../domain/play/state/moves.ts";
import { startDebate } from "./base/child-debate.workflow-base.ts";
import { tooLong } from "./base/history.ts";
import type { DebateRun } from "./base/run.workflow-base.ts";
import { storeActs } from "./steps/activity-proxies.ts";
import { publish } from "./steps/publishing.ts";

export async function beginTwin(run: DebateRun): Promise<void> {
  const { tenant, debateId, durations, continueAfterEvents } = run.plan;
  if (run.state.generation > 1) return endTwin(run, "the debate began anew, and its twin did not");
  // The configuration with the positions that were assigned.
  const debate = { tenant, debateId, ...(run.state.revision && { revision: run.state.revision }) };
  const begun = await storeActs("the twin debate").beginTwin({ debate, durations, continueAfterEvents });
  if (begun.plan === null) return endTwin(run, begun.why);
  const { publicUrl } = run;
  await startDebate(begun.plan, { origin: { twinOf: debateId }, ...(publicUrl && { publicUrl }) });
  run.emit("twin.started", { twinId: begun.plan.debateId });
}

/** Milliseconds between looks at a twin that is not over. */
const LOOK_MS = { first: 500, longest: 30_000 };

/** Looks again and again, since a continued run has no handle of its child. A pause or a long history ends the wait. */
export async function awaitTwin(run: DebateRun): Promise<void> {
  const { tenant } = run.plan;
  const { twin, status } = run.state;
  if (!twin?.id) return endTwin(run, "there is none");
  run.ui.show(run, "It waits for its twin debate to end.");
  await publish(run);
  const hasMoved = () => run.state.status !== status || run.state.pausing || tooLong(run.plan);
  for (let wait = LOOK_MS.first; ; wait = Math.min(LOOK_MS.longest, wait * 2)) {
    const ended = await storeActs("the twin debate").endTwin({ twin: { tenant, debateId: twin.id } });
    if (hasMoved()) return;
    if (ended?.why) return endTwin(run, ended.why);
    if (ended) return run.emit("twin.ended", { twinId: twin.id });
    if (await condition(hasMoved, wait, { summary: "until the twin debate is looked at again" })) return;
  }
}
