import { costUsdOf, usageOf } from "../domain/costs.ts";
import type { DebateState } from "../domain/debate-state.ts";
import { buildQuestionsPrompt, readQuestions } from "../domain/prompts/questions.ts";
import type { Collection } from "../store/port/debates.ts";
import { attemptAct, persistently } from "./act.ts";
import { ask, readReply } from "./ask.ts";
import type { Compose, Composed } from "./composed.ts";
import { configFor } from "./configured.ts";
import { fitted } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import { cacheKeyOf, callOf, type JudgeInput } from "./judging.ts";
import { write } from "./publish.ts";
import type { Acting } from "./settle.ts";
import type { ActOutcome } from "./take-turn.ts";
import { told } from "./told.ts";

const SUGGESTION = "Retry, or take a model that keeps to a JSON Schema, or leave the clarifications out.";

interface Asking extends Acting {
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
  const { turnTimeout: timeout, silence } = asking.input.durations;
  const reply = await ask(deps, { call, act, within: { timeout, silence } });
  const { maxQuestions } = call;
  const collection = {
    ...of,
    questions: readReply(reply, (text) => readQuestions(text, { maxQuestions }), SUGGESTION),
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

/** The questions themselves stay in the store until all are in. */
function heard(deps: ActivityDeps, { of, ...acting }: Asking, collection: Collection): Promise<ActOutcome> {
  const { iteration, participantId } = of;
  const { questions, usage, costUsd, latencyMs, at } = collection;
  const data = { iteration, participantId, actId: acting.input.id, count: questions.length };
  return told(deps, acting, {
    type: "clarification.collected",
    at,
    whole: { ...data, usage, costUsd, latencyMs },
    said: questions.join(" ") || "no questions",
  });
}
