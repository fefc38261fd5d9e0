/** A debate in the queue of its tenant asks for its turn: when it is called, and now and then in case a call was lost. */
import { condition, setHandler } from "@temporalio/workflow";
import { tooLong } from "../base/history.ts";
import { calledSignal, queuedSignal } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { storeActs } from "./activity-proxies.ts";
import { publish } from "./publishing.ts";

/** Milliseconds between questions that nobody called for; doubles. */
const ASK_MS = { first: 2_000, longest: 60_000 };

export function listenForQueue(run: DebateRun): void {
  setHandler(queuedSignal, () => void (run.isQueued = true), {
    description: "Internal: the API has put the draft into the queue of its tenant.",
  });
  setHandler(calledSignal, () => void (run.isCalled = true), {
    description: "Internal: the debate's turn in the queue may have come.",
  });
}

/** True: its turn has come. False: it left the queue, or its history is long. */
export async function awaitItsTurn(run: DebateRun): Promise<boolean> {
  const { status, since } = run.state;
  const { debate } = run.place();
  const hasMoved = () => run.state.status !== status || run.state.since !== since || tooLong(run.plan);
  run.ui.show(run, "It waits for its turn in the queue.");
  await publish(run);
  for (let wait = ASK_MS.first; !hasMoved(); wait = Math.min(ASK_MS.longest, wait * 2)) {
    run.isCalled = false;
    const { position } = await storeActs("its place in the queue").askQueue({ debate });
    if (run.state.status !== status || run.state.since !== since) return false;
    run.isQueued = position !== null;
    if (position === null) return true;
    await condition(() => run.isCalled || hasMoved(), wait, { summary: `place ${position} in the queue` });
  }
  return false;
}
