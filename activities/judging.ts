/**
 * What acts that are no turns share: a structured answer by a JSON Schema, what it cost, its place in the log. An act
 * is put once under its id; whoever comes second takes what is stored.
 */
import { modelId } from "../domain/catalogue.ts";
import type { DebateConfig, JudgeConfig } from "../domain/config.ts";
import { levelOf } from "../domain/context/state.ts";
import type { View } from "../domain/context/view.ts";
import { costUsdOf, usageOf } from "../domain/costs.ts";
import type { DebateState } from "../domain/debate-state.ts";
import type { DraftEvent } from "../domain/events.ts";
import { isSpoken, withInterjections } from "../domain/interjections.ts";
import { type BlindCase, blindCase } from "../domain/judging/blind.ts";
import type { Durations } from "../domain/plan.ts";
import type { Prompt, Reading } from "../domain/prompts/prompt.ts";
import { ballotOrder, isBallotId } from "../domain/protocols/ids.ts";
import type { Assessment } from "../domain/schemas/assessment.ts";
import type { Degradation } from "../domain/schemas/faults.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import { type Act, type ActInput, attemptAct } from "./act.ts";
import { ask, readReply } from "./ask.ts";
import type { ActCall, Composed } from "./composed.ts";
import { configFor } from "./configured.ts";
import type { FailureEvent, failureData } from "./failures.ts";
import { fitted } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import type { ModelReply } from "./models/port.ts";
import { write } from "./publish.ts";
import type { ActOutcome } from "./take-turn.ts";

/** What the workflow says of every such act. */
export interface JudgeInput extends ActInput, Omit<ActCall, "debate" | "state" | "judge" | "faults"> {
  degraded: Degradation[];
}

/** What a judge has before it. */
interface DebateSoFar {
  config: DebateConfig;
  judge: JudgeConfig;
  /** Whole ones. */
  turns: Turn[];
  assessments: Assessment[];
}

export function judging(
  deps: ActivityDeps,
  input: JudgeInput,
  work: (act: Act) => Promise<ActOutcome>,
): Promise<ActOutcome> {
  const { round } = input;
  const failed = (data: ReturnType<typeof failureData>): FailureEvent => ({
    type: "judge.failed",
    at: deps.now().toISOString(),
    data: { round, actId: input.id, ...panelistOf(input), ...data },
  });
  return attemptAct(deps, { ...input, failed }, async (act) => {
    await write(deps.store, input.publication);
    return work(act);
  });
}

/** The call that an activity is to make. */
export function callOf(input: JudgeInput, act: Act): ActCall {
  const { id, generation, round, participantId, panelist, assessed, endedBy, summary, publication } = input;
  const whose = {
    ...(participantId !== undefined && { participantId }),
    ...(panelist && { panelist }),
    ...(summary && { summary }),
  };
  const { state } = publication;
  return { debate: act.debate, state, id, generation, round, ...whose, assessed, endedBy, ...faultsOf(act) };
}

export async function load({ store }: ActivityDeps, call: ActCall): Promise<DebateSoFar> {
  const { debate, state, id, generation, assessed: count } = call;
  const [{ config, turns }, assessments] = await Promise.all([
    hear({ store }, call),
    store.listAssessments(debate, generation, { round: call.round + 1, count }),
  ]);
  if (!config.judge) throw new Error(`no judge configured for ${id}`);
  return {
    config,
    judge: inForce(config.judge, call.panelist ? { judgeModel: call.panelist } : state),
    turns,
    assessments,
  };
}

/** All that was said so far, whole turns and interjections. */
export async function hear({ store }: Pick<ActivityDeps, "store">, call: ActCall) {
  const { debate, state, id, generation } = call;
  const [stored, turns] = await Promise.all([
    configFor(store, { debate, generation }),
    store.listTurns(debate, generation, { round: call.round + 1, index: 0, count: state.wholeTurns }),
  ]);
  if (!stored) throw new Error(`no configuration for ${id}`);
  const config = call.judge ? anew(stored, call.judge) : stored;
  const whole = turns.filter((t) => t.status === "whole");
  const heard = await withInterjections(whole, state.interjections ?? [], (note) => store.getNote(debate, note));
  return { config, turns: heard };
}

/** Nothing may be added to a debate that is over, summaries included. */
function anew(config: DebateConfig, judge: JudgeConfig): DebateConfig {
  return { ...config, judge, contextWindow: { ...config.contextWindow, summaries: false } };
}

/** Tells of a window that is filling up; an outcome when a summary has to be made before the call. */
export async function beforeCall(
  { store, ...deps }: ActivityDeps,
  { id, publication, act, call }: Pick<ActInput, "publication"> & { id: string; act: Act; call: Composed },
): Promise<ActOutcome | null> {
  const { warning, needs } = call.fitting;
  if (warning) {
    const event: DraftEvent = { type: "context.warning", at: deps.now().toISOString(), data: warning };
    const { debate, since, events: before, state } = publication;
    // One key for all attempts: it is told once, and again only after another summary was tried.
    const key = `${id}/context/${state.context?.asked ?? 0}/${levelOf(warning.use)}`;
    act.noted.push(event);
    const { head } = await store.log.append({ debate, since, events: [...before, { key, event }] });
    if (needs) return { head, events: [...act.failures, ...act.noted], needs };
  }
  if (!needs) return null;
  const { head } = await write(store, publication);
  return { head, events: act.failures, needs };
}

/** What a judge is asked, fitted into its window. */
export async function composedForJudge(
  deps: ActivityDeps,
  call: ActCall,
  { judge, config, turns, build }: Pick<DebateSoFar, "config" | "judge" | "turns"> & { build: (view: View) => Prompt },
): Promise<Composed> {
  const fit = await fitted(deps, { ...call, config, model: judge, reader: null, turns, build });
  return { ...fit, cacheKey: cacheKeyOf(call), config, turns };
}

/** The debate as a judge is shown it, beside what it is. */
export async function loadBlind(deps: ActivityDeps, call: ActCall): Promise<DebateSoFar & { blind: BlindCase }> {
  const open = await load(deps, call);
  // A panel's members judge alone, as another judge does: what somebody else has said of the rounds is not for them.
  const assessments = call.panelist || call.judge ? [] : open.assessments;
  const order = isBallotId(call.id) ? ballotOrder(call.id) : "given";
  return { ...open, blind: blindCase({ ...open, assessments }, { seed: call.debate.debateId, order }) };
}

/** How an event names the model of a panel. */
export function panelistOf({ panelist }: Pick<JudgeInput, "panelist">): { panelist?: string } {
  return panelist ? { panelist: modelId(panelist) } : {};
}

/** What groups the calls of one reader. */
export function cacheKeyOf({ debate, participantId }: Pick<ActCall, "debate" | "participantId">): string {
  return `${debate.debateId}/${participantId ?? "judge"}`;
}

/** The judge as it was configured, or the model that took its place. */
export function inForce(judge: JudgeConfig, { judgeModel }: Pick<DebateState, "judgeModel">): JudgeConfig {
  if (!judgeModel) return judge;
  // A price that was given is that of the model which it was given with.
  const { priceUsdPerMTok: _before, ...settings } = judge;
  return { ...settings, ...judgeModel };
}

/** Makes the call, and reads the answer by its schema: what does not fit is a fault that the next attempt is shown. */
export async function rule<T>(
  deps: ActivityDeps,
  {
    input,
    act,
    call,
  }: {
    input: { durations: Pick<Durations, "judgeTimeout" | "silence"> };
    act: Pick<Act, "signal" | "cut">;
    call: Composed;
  },
  read: (text: string) => Reading<T>,
): Promise<{ reply: ModelReply; value: T }> {
  const { judgeTimeout: timeout, silence } = input.durations;
  const reply = await ask(deps, { call, act, within: { timeout, silence } });
  return { reply, value: readReply(reply, read) };
}

/** What was wrong with earlier answers, for a prompt that asks once more. */
export function faultsOf({ failures }: { failures: FailureEvent[] }): { faults?: string[] } {
  const faults = failures.filter((f) => f.data.kind === "invalid_response").map((f) => f.data.message);
  return faults.length > 0 ? { faults } : {};
}

/** Everybody who said something whole, in the order of their first turn. */
export function speakers(turns: Turn[]): string[] {
  return [...new Set(turns.filter(isSpoken).map((t) => t.participantId))];
}

export function bill(deps: ActivityDeps, act: Pick<Act, "attempt">, reply: ModelReply) {
  return {
    usage: usageOf(reply.spend),
    costUsd: costUsdOf(reply.spend),
    latencyMs: reply.latencyMs,
    attempt: act.attempt,
    at: deps.now().toISOString(),
  };
}
