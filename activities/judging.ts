/**
 * What acts that are no turns share: a structured answer by a JSON Schema, what it cost, its place in the log. An act
 * is put once under its id; whoever comes second takes what is stored.
 */
import { modelId } from "../domain/catalogue.ts";
import type { DebateConfig, JudgeConfig } from "../domain/config.ts";
import { levelOf } from "../domain/context/state.ts";
import { costUsdOf, usageOf } from "../domain/costs.ts";
import type { DraftEvent } from "../domain/events.ts";
import { isSpoken, withInterjections } from "../domain/interjections.ts";
import { type BlindCase, blindCase } from "../domain/judging/blind.ts";
import type { ActSpec, DebateState, Durations, ModelRef } from "../domain/plan.ts";
import { ballotOrder, isBallotId } from "../domain/protocols/ids.ts";
import type { Reading } from "../domain/prompts/prompt.ts";
import type { Assessment, Degradation, EndedBy, Turn } from "../domain/schemas.ts";
import { preview } from "../domain/text.ts";
import { type Act, type ActInput, attemptAct, persistently } from "./act.ts";
import type { ActCall, Composed } from "./composed.ts";
import { configFor } from "./configured.ts";
import type { FailureEvent, failureData } from "./failures.ts";
import { inRoom, requireRoom } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import { ModelFault, type ModelReply } from "./models/port.ts";
import { prompted } from "./models/prompted.ts";
import { write } from "./publish.ts";
import type { ActOutcome } from "./take-turn.ts";

/** Characters of an act's text in Temporal's history. */
export const PREVIEW = 280;

/** What the workflow says of every such act. */
export interface JudgeInput extends ActInput {
  /** The id of the assessment or verdict. */
  id: string;
  generation: number;
  round: number;
  /** Whose act it is; left out for the judge's. */
  participantId?: string;
  /** The member of the judge's panel whose act it is. */
  panelist?: ModelRef;
  /** How many rounds have been assessed. */
  assessed: number;
  /** How the debate ends, for the act that concludes it. */
  endedBy: EndedBy | null;
  degraded: Degradation[];
  /** Of a summary of the transcript. */
  summary?: ActSpec["summary"];
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
  { models }: ActivityDeps,
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
  requireRoom(call);
  const reply = await inRoom(call, () =>
    models.complete({
      ...prompted(call.model, call.prompt),
      cacheKey: call.cacheKey,
      signal: act.signal,
      onCut: act.cut,
      timeoutMs: input.durations.judgeTimeout,
      silenceMs: input.durations.silence,
    }),
  );
  return { reply, value: readReply(reply, read) };
}

/** A reply's value; throws a fault when it does not fit its schema. */
export function readReply<T>(reply: ModelReply, read: (text: string) => Reading<T>): T {
  const reading = read(reply.text);
  if (reading.ok) return reading.value;
  throw refused(reply, reading.faults);
}

/** An answer that does not fit its schema, as a fault. */
function refused(reply: ModelReply, faults: string[]): ModelFault {
  return new ModelFault({
    kind: "invalid_response",
    message: preview(faults.join("; "), 1_000),
    suggestion: "Retry, or take a model that keeps to a JSON Schema.",
    spend: reply.spend,
  });
}

/** What was wrong with earlier answers, for a prompt that asks once more. */
export function faultsOf(act: Act): { faults?: string[] } {
  const faults = act.failures.filter((f) => f.data.kind === "invalid_response").map((f) => f.data.message);
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

/** Writes the act's last event under a key that all its attempts share. */
export async function told(
  { store }: ActivityDeps,
  { input, act, event }: { input: JudgeInput; act: Pick<Act, "signal">; event: DraftEvent },
): Promise<number> {
  const { debate, since, events: before } = input.publication;
  // With what was to stand before it: an append skips what is there already.
  const events = [...before, { key: `${input.id}/completed`, event }];
  const { head } = await persistently(act.signal, () => store.log.append({ debate, since, events }));
  return head;
}
