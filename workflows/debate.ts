/**
 * The life of a debate. `next` (domain/rules/protocols) returns the next step, `interpret` carries it out over durable ports, and
 * `reduce` (domain/play/state) changes the state. Between steps the debate listens to its owner.
 */
import { allHandlersFinished, CancellationScope, condition, continueAsNew, isCancellation } from "@temporalio/workflow";
import { whenDone } from "../domain/base/work.ts";
import { interpret } from "../domain/play/interpret.ts";
import { endTwin, recordEnd, transition } from "../domain/play/state/moves.ts";
import type { Ports } from "../domain/play/state/ports.play.ts";
import { next } from "../domain/rules/protocols/registry.protocol.ts";
import { isTerminal } from "../domain/shapes/lifecycle.shape.ts";
import type { ResultDigest } from "../domain/shapes/state/state.ts";
import { tooLong } from "./base/history.ts";
import type { DebateInput, DebateReport } from "./base/messages.workflow-base.ts";
import { DebateRun } from "./base/run.workflow-base.ts";
import { listenForAnswers } from "./owner/answers.owner.ts";
import { listenForChanges, reseat } from "./owner/changes.owner.ts";
import { listen } from "./owner/commands.owner.ts";
import { listenForDecisions } from "./owner/decisions.owner.ts";
import { listenForInterjections } from "./owner/interjections.owner.ts";
import { listenForStrangers } from "./owner/strangers.ts";
import { awaitAnswers, awaitDecision, rest, waitForOwner } from "./owner/waiting.ts";
import { admit } from "./steps/budget.step.ts";
import { reportOf } from "./steps/late-costs.ts";
import { takeFault } from "./steps/own-fault.step.ts";
import { hasParent, tellParent } from "./steps/parent-link.ts";
import { publish } from "./steps/publishing.ts";
import { listenForQueue } from "./steps/queue.ts";
import { keepTime } from "./steps/round-time.ts";
import { closeTurn, gatherQuestions, perform, takeTurn } from "./steps/run-act.step.ts";
import { validate } from "./steps/validating.ts";
import { beginWebhook, listenForWebhook, wakeWebhook } from "./steps/webhook-link.ts";
import { awaitTwin, beginTwin } from "./twin.workflow.ts";

export async function debateWorkflow(input: DebateInput): Promise<ResultDigest | DebateReport | null> {
  const run = new DebateRun(input);
  const work = new CancellationScope();
  // What the owner sent before the first task finds an opened debate.
  begin(run, input);
  listen(run, () => work.cancel());
  listenForAnswers(run);
  listenForChanges(run);
  listenForDecisions(run);
  listenForInterjections(run);
  listenForWebhook(run);
  listenForQueue(run);
  listenForStrangers(run);
  if (!input.carried && run.hasWebhook) await beginWebhook(run);
  let cancelled: unknown = null;
  try {
    await work.run(async () => {
      while (!isTerminal(run.state.status)) {
        // Before Temporal's history of this run has grown too long.
        if (tooLong(run.plan)) await handOver(run);
        // A pause takes effect once nothing is in flight.
        if (run.state.pausing && run.state.status !== "awaiting_decision") transition(run, "settled");
        await live(run).catch((error: unknown) => takeFault(run, error));
      }
    });
  } catch (error) {
    if (!isCancellation(error)) throw error;
    // A debate that its owner abandoned has ended already. One that was cancelled from Temporal's own tools ends now.
    if (!isTerminal(run.state.status)) {
      cancelled = error;
      transition(run, "cancelledFromOutside");
      recordEnd(run, "the workflow was cancelled");
    }
  }
  run.ui.show(run);
  await CancellationScope.nonCancellable(async () => {
    await close(run);
    await wakeWebhook(run);
  });
  if (cancelled) throw cancelled;
  return hasParent(run) ? reportOf(run) : run.state.result;
}

/** The first event of a new debate, or of a fork: a fork is not paused because its original was about to be. */
function begin(run: DebateRun, { carried, problems, origin }: DebateInput): void {
  const { format, maxRounds, draft } = run.plan;
  if (!carried) {
    run.emit("debate.created", { format, maxRounds, ...(problems && { problems }), ...origin });
    if (!draft) transition(run, "validate");
  } else if (origin) {
    const { status, phase, round } = run.state;
    const reason = `forked from ${origin.forkedFrom?.id} after round ${origin.forkedFrom?.afterRound}`;
    run.emit("debate.status", { status, phase, round, pausing: false, by: "fork", reason });
    // The twin of the original has other rounds.
    if (run.state.twin) endTwin(run, "a fork has no twin of its own");
  }
}

/** What a debate does in each status: it waits for its owner, is checked, or takes its next step. */
async function live(run: DebateRun): Promise<void> {
  switch (run.state.status) {
    case "configuring":
    case "ready":
    case "paused":
    case "error":
      keepTime(run, null);
      if (hasParent(run)) await tellParent(run);
      await waitForOwner(run);
      return wakeWebhook(run);
    case "awaiting_decision":
      keepTime(run, null);
      if (hasParent(run)) await tellParent(run);
      await awaitDecision(run);
      return wakeWebhook(run);
    case "validating":
      return validate(run);
    // initializing, clarifying, running, concluding
    default: {
      const step = next(run.plan, run.state);
      keepTime(run, step);
      await whenDone(interpret(step, durablePorts(run)));
      if (step.kind === "awaitAnswers") await wakeWebhook(run);
    }
  }
}

/** How the interpreter's ports are made durable: by activities, timers and publications. */
function durablePorts(run: DebateRun): Ports {
  return {
    debate: run,
    takeTurn: (turn) => takeTurn(run, turn),
    perform: (act, endedBy) => perform(run, act, endedBy),
    admit: (calls) => admit(run, calls),
    closeTurn: (turn) => closeTurn(run, turn),
    reseat: (who) => reseat(run, who),
    gatherQuestions: (iteration) => gatherQuestions(run, iteration),
    beginTwin: () => beginTwin(run),
    awaitTwin: () => awaitTwin(run),
    awaitAnswers: (timeoutMs) => awaitAnswers(run, timeoutMs),
    rest: (ms) => rest(run, ms),
    publish: () => publish(run),
    neededSummaries: () => run.needed.splice(0),
  };
}

/** Returns when the log holds everything and every command is answered. */
async function close(run: DebateRun): Promise<void> {
  await publish(run);
  await condition(allHandlersFinished);
}

/** Continues as new, with nothing left to publish or to answer. */
async function handOver(run: DebateRun): Promise<void> {
  do await close(run);
  while (run.hasUnpublished() || !allHandlersFinished());
  await continueAsNew<typeof debateWorkflow>(run.carry());
}
