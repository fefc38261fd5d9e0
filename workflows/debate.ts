/**
 * The life of a debate. `next` (domain/protocols) says what to do, this interpreter does it durably, `reduce`
 * (domain/state.ts) says what changes; between steps it attends to its owner's commands.
 */
import { allHandlersFinished, CancellationScope, condition, continueAsNew, isCancellation } from "@temporalio/workflow";
import type { ResultDigest } from "../domain/debate-state.ts";
import { isTerminal } from "../domain/lifecycle.ts";
import { next } from "../domain/protocols/registry.ts";
import type { Step } from "../domain/steps.ts";
import { listenForAnswers } from "./answers.ts";
import { listenForChanges } from "./changes.ts";
import { listen } from "./commands.ts";
import { listenForDecisions } from "./decisions.ts";
import { listenForInterjections } from "./interjections.ts";
import type { DebateInput } from "./messages.ts";
import { publish } from "./publishing.ts";
import { DebateRun, tooLong } from "./run.ts";
import { createStage, type Stage } from "./stage.ts";
import { beginWebhook, listenForWebhook, wakeWebhook } from "./webhook-link.ts";

export async function debateWorkflow(input: DebateInput): Promise<ResultDigest | null> {
  const run = new DebateRun(input);
  const work = new CancellationScope();
  const stage = createStage(run);
  listen(run, () => work.cancel());
  listenForAnswers(run);
  listenForChanges(run);
  listenForDecisions(run);
  listenForInterjections(run);
  listenForWebhook(run);
  if (!input.carried) stage.open(input.problems, input.origin);
  else if (input.origin) stage.goOn(input.origin);
  if (!input.carried && run.hasWebhook) await beginWebhook(run);
  let cancelled: unknown = null;
  try {
    await work.run(async () => {
      while (!isTerminal(run.state.status)) {
        if (tooLong(run)) await handOver(run);
        if (run.state.pausing && run.state.status !== "awaiting_decision") stage.settle();
        await live(run, stage);
      }
    });
  } catch (error) {
    if (!isCancellation(error)) throw error;
    // Abandoned by its owner, the debate has ended already; cancelled from Temporal's own tools, it ends now.
    if (!isTerminal(run.state.status)) cancelled = error;
    stage.cancelled();
  }
  stage.show("over");
  await CancellationScope.nonCancellable(async () => {
    await close(run);
    await wakeWebhook(run);
  });
  if (cancelled) throw cancelled;
  return run.state.result;
}

/** The log holds everything, and whoever gave a command has an answer. */
async function close(run: DebateRun): Promise<void> {
  await publish(run);
  await condition(allHandlersFinished);
}

/** What a debate does in each status. */
async function live(run: DebateRun, stage: Stage): Promise<void> {
  switch (run.state.status) {
    case "configuring":
    case "ready":
    case "paused":
    case "error":
      await stage.waitForOwner();
      return wakeWebhook(run);
    case "awaiting_decision":
      await stage.awaitDecision();
      return wakeWebhook(run);
    case "validating":
      return stage.validate();
    case "initializing":
      return stage.initialize();
    default:
      return perform(next(run.plan, run.state), { run, stage });
  }
}

async function perform(step: Step, { run, stage }: { run: DebateRun; stage: Stage }): Promise<void> {
  switch (step.kind) {
    case "beginRound":
      return stage.beginRound(step);
    case "turns":
      return stage.takeTurns(step);
    case "acts":
      return stage.perform(step);
    case "gatherQuestions":
      return stage.gatherQuestions(step);
    case "awaitAnswers":
      await stage.awaitAnswers(step);
      return wakeWebhook(run);
    case "clarified":
      return stage.clarified();
    case "endRound":
      return stage.endRound(step);
    case "conclude":
      return stage.conclude(step);
  }
}

async function handOver(run: DebateRun): Promise<void> {
  // Whoever gave a command meanwhile has an answer too, and nothing waits for the log.
  do await close(run);
  while (run.hasUnpublished() || !allHandlersFinished());
  await continueAsNew<typeof debateWorkflow>(run.carry());
}
