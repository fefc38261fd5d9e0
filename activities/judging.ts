import type { JudgeConfig } from "../domain/config.ts";
import { costUsdOf, usageOf } from "../domain/costs.ts";
import type { DraftEvent } from "../domain/events.ts";
import { modelId } from "../domain/catalogue.ts";
import { buildAssessmentPrompt, readAssessment } from "../domain/prompts/assessment.ts";
import type { Prompt, Reading } from "../domain/prompts/prompt.ts";
import { buildVerdictPrompt, readVerdict } from "../domain/prompts/verdict.ts";
import type { Assessment, Degradation, EndedBy, Result, Turn } from "../domain/schemas.ts";
import { resultDigest } from "../domain/state.ts";
import { preview } from "../domain/text.ts";
import { type Act, type ActInput, attemptAct, persistently } from "./act.ts";
import type { FailureEvent, failureData } from "./failures.ts";
import type { ActivityDeps } from "./index.ts";
import { ModelFault, type ModelReply } from "./models/port.ts";
import { write } from "./publish.ts";
import type { ActOutcome } from "./take-turn.ts";

interface JudgeInput extends ActInput {
  /** The id of the assessment or verdict. */
  id: string;
  generation: number;
  /** How many rounds have been assessed. */
  assessed: number;
}

const PREVIEW = 280;

/** The judge's structured opinion of a round. */
export const assessRound =
  (deps: ActivityDeps) =>
  (input: JudgeInput & { round: number }): Promise<ActOutcome> =>
    judging(deps, input, async (act) => {
      const { store } = deps;
      const { debate } = act;
      const [stored, { config, judge, turns, assessments }] = await Promise.all([
        store.getAssessment(debate, { id: input.id, round: input.round }),
        load(deps, { act, input }),
      ]);
      if (stored) return assessed(deps, { input, assessment: stored, act });
      const heard = turns.filter((t) => t.round <= input.round);
      const active = speakers(heard);
      const prompt = buildAssessmentPrompt({
        config,
        round: input.round,
        turns: heard,
        assessments,
        active,
        ...faultsOf(act),
      });
      const { reply, value } = await rule(deps, { input, act, judge, prompt }, (text) =>
        readAssessment(text, { config, round: input.round, active, turnIds: heard.map((t) => t.id) }),
      );
      const assessment: Assessment = {
        ...value,
        id: input.id,
        round: input.round,
        judge: modelId(judge),
        ...bill(deps, act, reply),
      };
      return assessed(deps, {
        input,
        act,
        assessment: await persistently(act.signal, () => store.putAssessment(debate, assessment)),
      });
    });

/** The judge's verdict over all that was said. */
export const reachVerdict =
  (deps: ActivityDeps) =>
  (input: JudgeInput & { endedBy: EndedBy; degraded: Degradation[] }): Promise<ActOutcome> =>
    judging(deps, input, async (act) => {
      const { store } = deps;
      const { debate } = act;
      const [stored, { config, judge, turns, assessments }] = await Promise.all([
        store.getResult(debate, input.generation),
        load(deps, { act, input }),
      ]);
      if (stored) return concluded(deps, { input, result: stored, act });
      const { endedBy, degraded } = input;
      const active = speakers(turns);
      const prompt = buildVerdictPrompt({ config, turns, assessments, endedBy, active, ...faultsOf(act) });
      const { reply, value: verdict } = await rule(deps, { input, act, judge, prompt }, (text) =>
        readVerdict(text, { config, active }),
      );
      const winner = verdict.winner?.participant ?? null;
      const { attempt: _attempt, ...billed } = bill(deps, act, reply);
      const result: Result = {
        type: "verdict",
        verdict,
        contested: false,
        ballots: [{ judge: modelId(judge), order: "given", winner, scores: verdict.scores, valid: true }],
        agreement: null,
        dissent: verdict.dissent,
        degraded,
        endedBy,
        ...billed,
      };
      return concluded(deps, {
        input,
        act,
        result: await persistently(act.signal, () => store.putResult(debate, input.generation, result)),
      });
    });

function judging(deps: ActivityDeps, input: JudgeInput, work: (act: Act) => Promise<ActOutcome>): Promise<ActOutcome> {
  const round = input.publication.state.round;
  const failed = (data: ReturnType<typeof failureData>): FailureEvent => ({
    type: "judge.failed",
    at: deps.now().toISOString(),
    data: { round, actId: input.id, ...data },
  });
  return attemptAct(deps, { ...input, failed }, async (act) => {
    const opened = write(deps.store, input.publication);
    opened.catch(() => {});
    const outcome = await work(act);
    await persistently(act.signal, () => opened.catch(() => write(deps.store, input.publication)));
    return outcome;
  });
}

async function load({ store }: ActivityDeps, { act, input }: { act: Act; input: JudgeInput }) {
  const { generation, assessed: count, publication } = input;
  const next = publication.state.round + 1;
  const [config, turns, assessments] = await Promise.all([
    store.getConfig(act.debate),
    store.listTurns(act.debate, generation, { round: next, index: 0, count: publication.state.wholeTurns }),
    store.listAssessments(act.debate, generation, { round: next, count }),
  ]);
  if (!config?.judge) throw new Error(`no judge configured for ${act.id}`);
  return { config, judge: config.judge, turns: turns.filter((t) => t.status === "whole"), assessments };
}

/** Asks the judge, and reads the answer by its schema: what does not fit is a fault that the next attempt is shown. */
async function rule<T>(
  { models }: ActivityDeps,
  { input, act, judge, prompt }: { input: JudgeInput; act: Act; judge: JudgeConfig; prompt: Prompt },
  read: (text: string) => Reading<T>,
): Promise<{ reply: ModelReply; value: T }> {
  const reply = await models.complete({
    model: { provider: judge.provider, model: judge.model },
    system: prompt.system,
    messages: prompt.messages,
    temperature: judge.temperature,
    maxOutputTokens: judge.maxOutputTokens,
    ...(prompt.output && { output: prompt.output }),
    cacheKey: `${act.debate.debateId}/judge`,
    signal: act.signal,
    timeoutMs: input.durations.judgeTimeout,
    silenceMs: input.durations.silence,
  });
  const reading = read(reply.text);
  if (reading.ok) return { reply, value: reading.value };
  throw new ModelFault({
    kind: "invalid_response",
    message: preview(reading.faults.join("; "), 1_000),
    suggestion: "Retry, or take a judge model that keeps to a JSON Schema.",
    spend: reply.spend,
  });
}

function faultsOf(act: Act): { faults?: string[] } {
  const faults = act.failures.filter((f) => f.data.kind === "invalid_response").map((f) => f.data.message);
  return faults.length > 0 ? { faults } : {};
}

/** Everybody who said something whole, in the order of their first turn. */
function speakers(turns: Turn[]): string[] {
  return [...new Set(turns.map((t) => t.participantId))];
}

function bill(deps: ActivityDeps, act: Act, reply: ModelReply) {
  return {
    usage: usageOf(reply.spend),
    costUsd: costUsdOf(reply.spend),
    latencyMs: reply.latencyMs,
    attempt: act.attempt,
    at: deps.now().toISOString(),
  };
}

async function assessed(
  deps: ActivityDeps,
  { input, act, assessment }: { input: JudgeInput; act: Act; assessment: Assessment },
) {
  const { round, at, qualityScore, shouldContinue, flags, usage, costUsd } = assessment;
  const head = await told(deps, {
    input,
    act,
    event: { type: "assessment.completed", at, data: { round, assessment } },
  });
  const digest = { round, qualityScore, shouldContinue, flags, usage, costUsd };
  const event: DraftEvent = { type: "assessment.completed", at, data: { round, assessment: digest } };
  return {
    head,
    events: [...act.failures, event],
    preview: preview(`quality ${qualityScore}. ${assessment.reasoning}`, PREVIEW),
  };
}

async function concluded(deps: ActivityDeps, { input, act, result }: { input: JudgeInput; act: Act; result: Result }) {
  const { at, usage, costUsd } = result;
  const head = await told(deps, { input, act, event: { type: "result.completed", at, data: { result } } });
  const event: DraftEvent = {
    type: "result.completed",
    at,
    data: { result: { ...resultDigest(result), usage, costUsd } },
  };
  return { head, events: [...act.failures, event], preview: preview(result.verdict.summary, PREVIEW) };
}

/** Writes the act's last event under a key that all its attempts share. */
async function told(
  { store }: ActivityDeps,
  { input, act, event }: { input: JudgeInput; act: Act; event: DraftEvent },
): Promise<number> {
  const { debate, since, events: before } = input.publication;
  // With what was to stand before it: an append skips what is there already.
  const events = [...before, { key: `${input.id}/completed`, event }];
  const { head } = await persistently(act.signal, () => store.log.append({ debate, since, events }));
  return head;
}
