/** The one runner of all acts that ask a model: stored? → compose → fit → ask → read → put → report. */

import { log } from "@temporalio/activity";
import { type Instruments, type ModelActRecord, panelistOf, placeOf, type Scene } from "../../domain/play/acts/act.ts";
import type { AnyModelAct } from "../../domain/play/acts/registry.act.ts";
import { fencesOf } from "../../domain/prompts/fences/fences.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import { phaseOf } from "../../domain/shapes/facts.shape.ts";
import type { Degradation } from "../../domain/shapes/schemas/faults.schema.ts";
import type { Bill } from "../../domain/shapes/schemas/spend.schema.ts";
import { billedOf } from "../../domain/shapes/state/costs.state.ts";
import type { ActivityDeps } from "../base/deps.ts";
import type { FailureEvent, failureData } from "../base/failures.ts";
import { nameOf } from "../base/own-fault.activity-base.ts";
import { type Act, type ActInput, attemptAct, faultsOf, untilStored } from "../calls/attempt.ts";
import { type CallModelInput, callModel, readReply, requireWholePrompt } from "../calls/call-model.ts";
import type { ActCall, ComposedAct } from "../calls/model-call.activity.ts";
import type { ActOutcome } from "../calls/outcome.activity.ts";
import { write } from "../calls/publish.ts";
import { converse, type Replied } from "../lookups/converse.ts";
import type { ModelReply } from "../models/base/port.model.ts";
import { completeAct } from "./complete-act.ts";
import { compose } from "./compose.activity.ts";
import { instrumentsOf } from "./instruments.activity.ts";
import { reportWindow } from "./report-window.ts";

/** As events name the judge where they name a speaker. No participant can have this id. */
const JUDGE = "_judge";

/** The workflow's request of an act. */
export interface RunActInput extends ActInput, Omit<ActCall, "debate" | "state" | "judge" | "faults"> {
  degraded: Degradation[];
}

export const runAct =
  (deps: ActivityDeps, record: AnyModelAct) =>
  (input: RunActInput): Promise<ActOutcome> =>
    attemptAct(deps, { ...input, failed: failedEvent(deps, record, input) }, async (act) => {
      const call = callOf(input, act);
      const { records } = deps.store;
      const place = placeOf(call);
      const stored = async () => {
        const { known } = await write(deps.store, input.publication);
        return isNew(input, act, known) ? null : records.get(act.debate, record.kind, place);
      };
      const [found, composed] = await Promise.all([stored(), compose(deps, record, call)]);
      if (found) act.onStored(found);
      if (found) return report(deps, { record, input, act }, found);
      const unmet = record.watchesWindow && (await reportWindow(deps, { input, act, call: composed }));
      if (unmet) return unmet;
      const { degraded, durations } = input;
      const within = { timeout: durations[record.within ?? "judgeTimeout"], silence: durations.silence };
      const made = await answer(deps, record, { composed, act, within, degraded, since: input.publication.since });
      const kept = await untilStored(act.signal, () => records.put(act.debate, record.kind, made, place));
      act.onStored(kept);
      return report(deps, { record, input, act }, kept);
    });

/** The act cannot have been made before: the log had none of the events that come before it. */
function isNew({ publication }: RunActInput, { attempt }: Act, known: string[]): boolean {
  return attempt === 1 && publication.events.length > 0 && known.length === 0;
}

interface Asking {
  composed: ComposedAct;
  act: Pick<Act, "attempt" | "debate" | "signal" | "onSpent">;
  degraded: Degradation[];
  within: CallModelInput["within"];
}

/** An act of a debate may have tools, which its log tells of. */
interface AskingInDebate extends Asking {
  act: Act;
  /** A log id below all events of the act. */
  since: number;
}

/** Asks the model and makes of its reply what is stored. */
export async function answer<T extends { at: string }>(
  deps: ActivityDeps,
  record: ModelActRecord<unknown, T, unknown>,
  asking: Asking | AskingInDebate,
): Promise<T> {
  const { composed, act, degraded } = asking;
  const { scene, model } = composed;
  const read = (reply: ModelReply) => {
    if (scene.asked.participantId === undefined) requireWholePrompt(composed, reply);
    return readReply(reply, (text) => record.read(text, scene), record.suggestion);
  };
  const [{ reply, value, uses, found, unreachable }, measured] = await Promise.all([
    asked(deps, asking, read),
    measuredBy(record, { scene, instruments: instrumentsOf(deps, act) }),
  ]);
  const bill = billOf(deps, act, reply);
  const made = { value, scene, model: modelId(model), bill, degraded, lookups: { uses, found, unreachable } };
  try {
    return record.make({ ...made, measured });
  } catch (error) {
    // What was bought is not lost to a measurement.
    if (measured === null) throw error;
    unmeasured(scene, error);
    return record.make({ ...made, measured: null });
  }
}

/** null: nothing is measured, or a measurement failed. */
async function measuredBy<B>(
  { measure }: Pick<ModelActRecord<unknown, { at: string }, B>, "measure">,
  { scene, instruments }: { scene: Scene; instruments: Instruments },
): Promise<B | null> {
  try {
    return (await measure?.(scene, instruments)) ?? null;
  } catch (error) {
    unmeasured(scene, error);
    return null;
  }
}

function unmeasured({ asked: { id } }: Scene, error: unknown): void {
  log.warn("an act could not be measured", { actId: id, error: nameOf(error) });
}

/** With the judge's tools, where the act has them. */
async function asked<V>(
  deps: ActivityDeps,
  asking: Asking | AskingInDebate,
  read: (reply: ModelReply) => V,
): Promise<Replied<V>> {
  const { composed, act, within } = asking;
  const { tooling, scene } = composed;
  if (!tooling || !("since" in asking)) {
    const reply = await callModel(deps, { call: composed, act, within });
    return { reply, value: read(reply), uses: [], found: [], unreachable: [] };
  }
  const { id, generation, round } = scene.asked;
  return converse(deps, {
    act: asking.act,
    call: composed,
    tooling,
    within,
    generation,
    since: asking.since,
    read,
    used: 0,
    given: scene.config.exhibits?.length ?? 0,
    fences: fencesOf(scene.config),
    about: { round, phase: "checking", participantId: JUDGE, turnId: id },
  });
}

function report(
  deps: ActivityDeps,
  { record, input, act }: { record: AnyModelAct; input: RunActInput; act: Act },
  made: { at: string },
): Promise<ActOutcome> {
  const event = record.event(made, callOf(input, act));
  return completeAct(deps, { input, act }, { event, said: record.said(made) });
}

/** A participant's failure is its own; any other is the judge's, or the summarizer's. */
function failedEvent(deps: ActivityDeps, { name }: AnyModelAct, input: RunActInput) {
  const { id, round, participantId, summary } = input;
  return (data: ReturnType<typeof failureData>): FailureEvent => {
    const at = deps.now().toISOString();
    if (participantId !== undefined)
      return { type: "turn.failed", at, data: { round, phase: phaseOf(name), participantId, turnId: id, ...data } };
    const whose = { ...panelistOf(input), ...(summary && { model: modelId(summary.model) }) };
    return { type: "judge.failed", at, data: { round, actId: id, ...data, ...whose } };
  };
}

function callOf(input: RunActInput, act: Act): ActCall {
  const { publication, durations: _d, grant: _g, earlierAttempts: _e, degraded: _lost, ...about } = input;
  return { ...about, debate: act.debate, state: publication.state, ...faultsOf(act) };
}

function billOf(
  deps: ActivityDeps,
  { attempt }: Pick<Act, "attempt">,
  { spend, latencyMs }: Pick<ModelReply, "spend" | "latencyMs">,
): Bill {
  return { ...billedOf(spend), latencyMs, attempt, at: deps.now().toISOString() };
}
