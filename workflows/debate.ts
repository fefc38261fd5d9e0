/**
 * The life of a debate. `next` (domain/protocols) says what to do, this interpreter does it durably, `reduce`
 * (domain/state.ts) says what changes; between steps it attends to its owner's commands.
 */
import { allHandlersFinished, CancellationScope, condition, continueAsNew, isCancellation } from "@temporalio/workflow";
import { isTerminal } from "../domain/lifecycle.ts";
import type { ResultDigest, Step } from "../domain/plan.ts";
import { next } from "../domain/protocols/registry.ts";
import { listen } from "./commands.ts";
import type { DebateInput } from "./messages.ts";
import { publish } from "./publishing.ts";
import { DebateRun, tooLong } from "./run.ts";
import { createStage, type Stage } from "./stage.ts";

export async function debateWorkflow(input: DebateInput): Promise<ResultDigest | null> {
  const run = new DebateRun(input);
  const work = new CancellationScope();
  const stage = createStage(run);
  listen(run, () => work.cancel());
  try {
    if (!input.carried) stage.open();
    await work.run(async () => {
      while (!isTerminal(run.state.status)) {
        if (tooLong(run)) await handOver(run);
        if (run.state.pausing) stage.settle();
        await live(run, stage);
      }
    });
  } catch (error) {
    // Abandoned by its owner (already told), or cancelled from Temporal's own tools (told now).
    if (!isCancellation(error)) throw error;
    stage.cancelled();
  }
  await CancellationScope.nonCancellable(async () => {
    await publish(run);
    await condition(allHandlersFinished);
  });
  stage.show("over");
  return run.state.result;
}

/** What a debate does in each status. */
async function live(run: DebateRun, stage: Stage): Promise<void> {
  switch (run.state.status) {
    case "configuring":
    case "ready":
    case "paused":
    case "error":
      return stage.waitForOwner();
    case "validating":
      return stage.validate();
    case "initializing":
      return stage.initialize();
    default:
      return perform(next(run.plan, run.state), stage);
  }
}

async function perform(step: Step, stage: Stage): Promise<void> {
  switch (step.kind) {
    case "beginRound":
      return stage.beginRound(step);
    case "turns":
      return stage.takeTurns(step);
    case "assess":
      return stage.assess(step);
    case "endRound":
      return stage.endRound(step);
    case "conclude":
      return stage.conclude(step);
  }
}

async function handOver(run: DebateRun): Promise<void> {
  await publish(run);
  await condition(allHandlersFinished);
  await publish(run);
  await continueAsNew<typeof debateWorkflow>(run.carry());
}
