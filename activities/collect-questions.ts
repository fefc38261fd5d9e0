import { costUsdOf, usageOf } from "../domain/costs.ts";
import type { DraftEvent } from "../domain/events.ts";
import type { DebateState } from "../domain/plan.ts";
import { buildQuestionsPrompt, readQuestions } from "../domain/prompts/questions.ts";
import { preview } from "../domain/text.ts";
import type { Collection } from "../store/port.ts";
import { type Act, attemptAct, persistently } from "./act.ts";
import type { Compose, Composed } from "./composed.ts";
import { configFor } from "./configured.ts";
import { fitted, inRoom, requireRoom } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import { cacheKeyOf, callOf, type JudgeInput, PREVIEW, told } from "./judging.ts";
import { ModelFault, type ModelReply } from "./models/port.ts";
import { prompted } from "./models/prompted.ts";
import { write } from "./publish.ts";
import type { ActOutcome } from "./take-turn.ts";

interface Asking {
  input: JudgeInput;
  act: Act;
  of: Pick<Collection, "generation" | "iteration" | "participantId">;
}

/** One participant says what it would like to know before the debate. Its failures are told as a turn's are. */
export const collectQuestions =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> => {
    const { generation, participantId = "" } = input;
    const iteration = iterationOf(input.publication.state);
    const about = { round: input.round, phase: "collecting", participantId, turnId: input.id };
    return attemptAct(
      deps,
      {
        ...input,
        failed: (data) => ({ type: "turn.failed", at: deps.now().toISOString(), data: { ...about, ...data } }),
      },
      async (act) => {
        await write(deps.store, input.publication);
        return collect(deps, { input, act, of: { generation, iteration, participantId } });
      },
    );
  };

async function collect(deps: ActivityDeps, asking: Asking): Promise<ActOutcome> {
  const { store } = deps;
  const { act, of } = asking;
  const stored = await store.getCollection(act.debate, of);
  if (stored) return heard(deps, asking, stored);
  const call = await composeQuestions(deps, callOf(asking.input, act));
  const reply = await ask(deps, { ...asking, call });
  const collection = {
    ...of,
    questions: questionsIn(reply, call.maxQuestions),
    usage: usageOf(reply.spend),
    costUsd: costUsdOf(reply.spend),
    latencyMs: reply.latencyMs,
    at: deps.now().toISOString(),
  };
  return heard(deps, asking, await persistently(act.signal, () => store.putCollection(act.debate, collection)));
}

interface ComposedQuestions extends Composed {
  maxQuestions: number;
}

export const composeQuestions: Compose<ComposedQuestions> = async (deps, call) => {
  const { debate, generation, state, participantId, faults } = call;
  const config = await configFor(deps.store, { debate, generation });
  const speaker = config?.participants.find((p) => p.id === participantId);
  if (!config?.clarifications || !speaker) throw new Error(`no configuration for ${call.id}`);
  const { maxIterations, maxPerAgent: maxQuestions } = config.clarifications;
  const iteration = iterationOf(state);
  const about = { config, participantId: speaker.id, iteration, maxIterations, maxQuestions };
  const prompt = buildQuestionsPrompt({ ...about, ...(faults && { faults }) });
  const fit = await fitted(deps, {
    ...call,
    config,
    model: speaker,
    reader: speaker.id,
    turns: [],
    build: () => prompt,
  });
  return { ...fit, cacheKey: cacheKeyOf(call), config, turns: [], maxQuestions };
};

/** Which collection is under way, from 1. */
function iterationOf({ clarification }: DebateState): number {
  return (clarification?.iterations ?? 0) + 1;
}

async function ask({ models }: ActivityDeps, { input, act, call }: Asking & { call: Composed }): Promise<ModelReply> {
  requireRoom(call);
  return inRoom(call, () =>
    models.complete({
      ...prompted(call.model, call.prompt),
      cacheKey: call.cacheKey,
      signal: act.signal,
      onCut: act.cut,
      timeoutMs: input.durations.turnTimeout,
      silenceMs: input.durations.silence,
    }),
  );
}

function questionsIn(reply: ModelReply, maxQuestions: number): string[] {
  const reading = readQuestions(reply.text, { maxQuestions });
  if (reading.ok) return reading.value;
  throw new ModelFault({
    kind: "invalid_response",
    message: preview(reading.faults.join("; "), 1_000),
    suggestion: "Retry, or take a model that keeps to a JSON Schema, or leave the clarifications out.",
    spend: reply.spend,
  });
}

/** The questions themselves stay in the store until all are in. */
async function heard(
  deps: ActivityDeps,
  { input, act, of: { iteration, participantId } }: Asking,
  { questions, usage, costUsd, latencyMs, at }: Collection,
): Promise<ActOutcome> {
  const data = { iteration, participantId, actId: input.id, count: questions.length, usage, costUsd, latencyMs };
  const event: DraftEvent = { type: "clarification.collected", at, data };
  const head = await told(deps, { input, act, event });
  const said = questions.length === 0 ? "no questions" : preview(questions.join(" "), PREVIEW);
  return { head, events: [...act.failures, event], preview: said };
}
