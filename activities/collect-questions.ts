import type { DebateConfig, ParticipantConfig } from "../domain/config.ts";
import { costUsdOf, usageOf } from "../domain/costs.ts";
import type { DraftEvent } from "../domain/events.ts";
import type { Prompt } from "../domain/prompts/prompt.ts";
import { buildQuestionsPrompt, readQuestions } from "../domain/prompts/questions.ts";
import { preview } from "../domain/text.ts";
import type { Collection } from "../store/port.ts";
import { type Act, attemptAct, persistently } from "./act.ts";
import { configFor } from "./configured.ts";
import type { ActivityDeps } from "./index.ts";
import { faultsOf, type JudgeInput, PREVIEW, told } from "./judging.ts";
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
    const iteration = (input.publication.state.clarification?.iterations ?? 0) + 1;
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
  const { config, speaker, rules } = await load(deps, asking);
  const prompt = buildQuestionsPrompt({
    config,
    participantId: speaker.id,
    iteration: of.iteration,
    maxIterations: rules.maxIterations,
    maxQuestions: rules.maxPerAgent,
    ...faultsOf(act),
  });
  const reply = await ask(deps, { ...asking, speaker, prompt });
  const collection = {
    ...of,
    questions: questionsIn(reply, rules.maxPerAgent),
    usage: usageOf(reply.spend),
    costUsd: costUsdOf(reply.spend),
    latencyMs: reply.latencyMs,
    at: deps.now().toISOString(),
  };
  return heard(deps, asking, await persistently(act.signal, () => store.putCollection(act.debate, collection)));
}

async function load({ store }: ActivityDeps, { act, of }: Asking) {
  const config: DebateConfig | null = await configFor(store, { debate: act.debate, generation: of.generation });
  const speaker = config?.participants.find((p) => p.id === of.participantId);
  if (!config?.clarifications || !speaker) throw new Error(`no configuration for ${act.id}`);
  return { config, speaker, rules: config.clarifications };
}

function ask(
  { models }: ActivityDeps,
  { input, act, speaker, prompt }: Asking & { speaker: ParticipantConfig; prompt: Prompt },
): Promise<ModelReply> {
  return models.complete({
    ...prompted(speaker, prompt),
    cacheKey: `${act.debate.debateId}/${speaker.id}`,
    signal: act.signal,
    onCut: act.cut,
    timeoutMs: input.durations.turnTimeout,
    silenceMs: input.durations.silence,
  });
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
