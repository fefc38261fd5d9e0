/** Makes a turn or another act: an activity that carries what is unpublished, and whose events change the state. */
import { CancellationScope, isCancellation } from "@temporalio/workflow";
import type { ActOutcome } from "../../activities/calls/outcome.activity.ts";
import type { Publication } from "../../activities/index.ts";
import { addresseeOf } from "../../domain/rules/protocols/addressee.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { phaseOf, titleOf } from "../../domain/shapes/facts.shape.ts";
import { nameOf } from "../../domain/shapes/names.shape.ts";
import type { EndedBy } from "../../domain/shapes/schemas/result.schema.ts";
import type { FaultDetails } from "../../domain/shapes/state/state.ts";
import { type ActSpec, participantOf, type TurnSpec } from "../../domain/shapes/state/steps.ts";
import { isAudienceVoteId, roundOf } from "../../domain/shapes/turn-ids.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { absorbNew } from "./absorb-new.step.ts";
import { modelActs, serviceAct, storeActs } from "./activity-proxies.ts";
import { atHome } from "./at-home.step.ts";
import { isLateOnBench, onBench } from "./bench.step.ts";
import { chargeCall, grantOf, waitForRetry } from "./budget.step.ts";
import { faultOf, isFinal } from "./faults.step.ts";
import { interruptedBy, interruptible, lateFaultOf, type Subject } from "./interruptions.ts";
import { noteCut } from "./late-costs.ts";
import { hasParent } from "./parent-link.ts";
import { heedQuorum } from "./round-time.ts";

/** Calls an activity with what is unpublished, and notes what reached the log. */
async function carrying<T extends { head: number }>(
  run: DebateRun,
  call: (publication: Publication) => Promise<T>,
): Promise<T> {
  const publication = run.publication();
  const outcome = await call(publication);
  run.published(publication, outcome.head);
  return outcome;
}

export async function takeTurn(run: DebateRun, turn: TurnSpec): Promise<FaultDetails | null> {
  const { plan } = run;
  const { durations } = plan;
  const { id, round, participantId, phase } = turn;
  const model = plan.participants.find((p) => p.id === participantId);
  if (!model) throw new Error(`no participant ${participantId}`);
  const doing = `round ${round} · ${nameOf(plan, participantId)} · ${phase}${toWhom(run, turn)}`;
  const asked = { plan, model, timeoutMs: durations.turnTimeout, summary: doing };
  run.inFlight.add(turn.index);
  const call = (publication: Publication) =>
    atHome(run, { id, model }, ({ earlierAttempts, ...where }) =>
      modelActs({ ...asked, ...where }).takeTurn({
        publication,
        turn,
        earlierAttempts,
        durations,
        ...grantOf(run, id),
      }),
    );
  const subject: Subject = { id, round, by: { participantId, phase }, isTurn: true };
  const fault = await runModelAct(run, { doing, subject }, () => carrying(run, call));
  run.inFlight.delete(turn.index);
  heedQuorum(run);
  const isLate = run.clock.isOver && !fault && !run.state.taken.includes(turn.index);
  return isLate ? lateFaultOf(run, id) : fault;
}

const PREPOSITIONS: Partial<Record<TurnSpec["phase"], string>> = { critique: "of" };

/** " of Ben", " to Ben", or nothing where a turn is for everybody. */
function toWhom({ plan, state }: DebateRun, turn: TurnSpec): string {
  const addressee = addresseeOf(plan, state, turn);
  return addressee === undefined ? "" : ` ${PREPOSITIONS[turn.phase] ?? "to"} ${nameOf(plan, addressee)}`;
}

/** An act that is no turn: which activity does it, by whose model. */
export async function perform(run: DebateRun, act: ActSpec, endedBy: EndedBy | null): Promise<FaultDetails | null> {
  const { plan, state } = run;
  const { durations } = plan;
  const { id } = act;
  const { generation, attempts, assessments, degraded } = state;
  const round = roundOf(id, state.round);
  const about = { id, generation, round, endedBy, degraded, assessed: assessments.length };
  const input = { ...about, durations, ...grantOf(run, id) };
  const title = titleOf(act);
  if (act.by === "service") {
    const call = serviceAct(act.name, title);
    const earlierAttempts = attempts[id] ?? 0;
    return runServiceAct(run, title, () =>
      carrying(run, (publication) => call({ ...input, earlierAttempts, publication })),
    );
  }
  const { name, summary, panelist } = act;
  const { participantId } = participantOf(act);
  const who = doerOf(run, act);
  const doing = endedBy || round === 0 ? `${who} · ${title}` : `round ${round} · ${who} · ${title}`;
  const timeoutMs = participantId === undefined ? durations.judgeTimeout : durations.turnTimeout;
  const model = modelOf(run, act);
  const asked = { plan, model, timeoutMs, summary: doing };
  const whose = { ...participantOf(act), ...(panelist && { panelist }), ...(summary && { summary }) };
  const subject: Subject = {
    id,
    round,
    by: participantId === undefined ? null : { participantId, phase: phaseOf(name) },
    ...(panelist && { panelist: modelId(panelist) }),
  };
  const call = (publication: Publication) =>
    atHome(run, { id, model }, ({ earlierAttempts, ...where }) =>
      modelActs({ ...asked, ...where })[name]({ ...input, ...whose, earlierAttempts, publication }),
    );
  return onBench(run, id, () => runModelAct(run, { doing, subject }, () => carrying(run, call)));
}

function modelOf({ plan, state }: DebateRun, { id, by, summary, panelist }: ActSpec): ModelRef {
  const own = typeof by === "string" ? plan.judge : plan.participants.find((p) => p.id === by.participantId);
  const model = summary?.model ?? (by === "judge" ? (panelist ?? state.judgeModel ?? own) : own);
  if (!model) throw new Error(`nobody can do ${id}`);
  return model;
}

function doerOf({ plan }: DebateRun, { id, by, panelist }: ActSpec): string {
  if (typeof by !== "string") return nameOf(plan, by.participantId);
  if (by !== "judge") return "transcript";
  if (panelist && isAudienceVoteId(id)) return `audience ${modelId(panelist)}`;
  return panelist ? `judge ${modelId(panelist)}` : "judge";
}

/** A model call, which a pause may cut short and whose reservation is replaced by its cost. */
async function runModelAct(
  run: DebateRun,
  { doing, subject }: { doing: string; subject: Subject },
  call: () => Promise<ActOutcome>,
): Promise<FaultDetails | null> {
  run.ui.show(run, `The current step is ${doing}.`);
  run.goesOn(subject.id);
  const { debate, since } = run.place();
  let outcome: ActOutcome | null = null;
  run.calls += 1;
  try {
    if (subject.isTurn && run.clock.isOver) return null;
    outcome = await interruptible(run, subject, call);
    if (outcome) takeIn(run, doing, outcome);
    return null;
  } catch (error) {
    if (isCancellation(error) && hasParent(run)) await noteCut(run, subject.id, interruptedBy(error));
    const fault = faultOf(error);
    absorbNew(run, fault.events);
    // When Temporal ended the activity, it could not report which of its attempts are in the log.
    if (!isFinal(error)) {
      const { failures } = await storeActs("attempts so far").readAttempts({ debate, since, id: subject.id });
      for (const event of failures) run.absorb(event);
    }
    return fault;
  } finally {
    chargeCall(run, subject, outcome);
    run.calls -= 1;
    if (outcome?.again) await waitForRetry(run, { ...outcome.again, isLate: () => isLateOnBench(run, subject.id) });
  }
}

async function runServiceAct(run: DebateRun, doing: string, call: () => Promise<ActOutcome>) {
  run.ui.show(run, `The current step is ${doing}.`);
  try {
    takeIn(run, doing, await call());
    return null;
  } catch (error) {
    const fault = faultOf(error);
    absorbNew(run, fault.events);
    return fault;
  }
}

function takeIn(run: DebateRun, doing: string, { events, again, needs, preview }: ActOutcome): void {
  absorbNew(run, events);
  if (again) return;
  if (needs) run.needed.push(needs);
  if (preview) run.ui.say(`${doing}: ${preview}`);
}

/** Records a failed turn with what it had said. */
export async function closeTurn(run: DebateRun, turn: TurnSpec): Promise<void> {
  const attempt = Math.max(1, run.state.attempts[turn.id] ?? 1);
  const summary = `what ${nameOf(run.plan, turn.participantId)} had said`;
  const { events } = await carrying(run, (publication) =>
    CancellationScope.nonCancellable(() => storeActs(summary).closeTurn({ publication, turn, attempt })),
  );
  for (const event of events) run.absorb(event);
}

/** Merges the collected questions and records them. */
export async function gatherQuestions(run: DebateRun, iteration: number): Promise<void> {
  const { generation } = run.state;
  const { event } = await carrying(run, (publication) =>
    storeActs("questions put together").gatherQuestions({ publication, generation, iteration }),
  );
  run.absorb(event);
  for (const { id, text, askedBy } of event.data.questions)
    run.ui.say(`${id}, asked by ${askedBy.map((who) => nameOf(run.plan, who)).join(", ")}: ${text}`);
}
