/** One attempt at an answer that is given alone. A stored answer is not asked for again. */
import { ApplicationFailure, Context } from "@temporalio/activity";
import { type Alone, type AloneInput, attemptAlone } from "../../../activities/acts/outside-a-debate.ts";
import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { promptHash } from "../../../activities/base/prompt-hash.ts";
import { faultsOf, untilStored } from "../../../activities/calls/attempt.ts";
import { readReply } from "../../../activities/calls/call-model.ts";
import { loadImages } from "../../../activities/images/load.activity.ts";
import { ask } from "../../../activities/models/ask.model.ts";
import { prompted } from "../../../activities/models/prompted.ts";
import { buying, HELD_UP, NEVER } from "../../../activities/quotas/buying.ts";
import type { Buyer } from "../../../activities/quotas/purchase.activity.ts";
import { withImages } from "../../../domain/prompts/parts/shown.prompt-part.ts";
import { buildAlonePrompt } from "../../../domain/prompts/question/alone.question-prompt.ts";
import { givenText, readGiven } from "../../../domain/prompts/question/reply.ts";
import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { addSpend, NO_SPEND, spendOf } from "../../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../../domain/shapes/state/state.ts";
import { voterOf } from "../domain/configure.experiment.ts";
import type { CellPlace, Item, Sample } from "../domain/experiment.ts";
import { type OfExperiment, SAMPLES } from "../domain/experiment-records.ts";
import { formOf } from "./begin-cell.ts";
import { baseCell, requireDefinition, requireItem } from "./load.experiment-activity.ts";

export interface AskAloneInput extends AloneInput {
  experiment: OfExperiment;
  place: CellPlace;
  /** From 1. */
  number: number;
  /** The workflow's run: whether this run has bought the answer. */
  run: string;
}

export interface AskedAlone {
  /** Of the attempt that succeeded; nothing if an earlier run has bought the answer. */
  spend: Spend;
  /** Attempts of killed workers that stored nothing, each perhaps billed. */
  killed: number;
  /** Nothing was bought: a limit of the key or the tenant forbids it, now or for ever. */
  heldUp?: { why: string; isNever?: true };
}

/** Two are reserved: a worker that dies twice in one call ends it. */
const MOST_ATTEMPTS = 2;

export const askAlone =
  (deps: ActivityDeps) =>
  (input: AskAloneInput): Promise<AskedAlone> =>
    attemptAlone(deps, { ...input, actId: "answer" }, async (alone) => {
      const { experiment, place, number, run } = input;
      const { attempt } = Context.current().info;
      const stored = await deps.store.records.get(experiment, SAMPLES, { ...place, number });
      if (stored && stored.run !== run) return { spend: NO_SPEND, killed: 0 };
      if (!stored && attempt > MOST_ATTEMPTS)
        throw ApplicationFailure.nonRetryable("the worker died twice in this call", "worker-died");
      if (stored) return { spend: stored.last, killed: Math.max(0, attempt - 2) };
      const killed = attempt - 1;
      const sample = await answered(deps, input, alone).catch(heldUpBy);
      return "why" in sample ? { spend: NO_SPEND, killed, heldUp: sample } : { spend: sample.last, killed };
    });

/** Rethrows what no limit is the cause of. */
function heldUpBy(error: unknown): NonNullable<AskedAlone["heldUp"]> {
  const type = error instanceof ApplicationFailure ? error.type : undefined;
  if (type !== HELD_UP && type !== NEVER) throw error;
  const { message } = error as ApplicationFailure;
  return { why: message, ...(type === NEVER && { isNever: true as const }) };
}

async function answered(deps: ActivityDeps, input: AskAloneInput, { signal, onSpent }: Alone): Promise<Sample> {
  const { experiment, place, number, run, failures, durations } = input;
  const { config, item, key } = await questionOf(deps, input);
  const form = formOf(item);
  const prompt = withImages(buildAlonePrompt(config, { form, ...faultsOf({ failures }) }), config);
  const model = voterOf(config, number);
  const reply = await ask(buying(deps, { tenant: experiment.tenant, key }), {
    ...prompted(model, prompt),
    ...(await loadImages(deps, { place: { tenant: experiment.tenant }, prompt, model })),
    signal,
    timeoutMs: durations.judgeTimeout,
    silenceMs: durations.silence,
  });
  onSpent(reply.spend);
  const answer = readReply(reply, (text) => readGiven(text, form));
  const turn = {
    text: givenText(answer, form),
    answer,
    model: modelId(model),
    latencyMs: reply.latencyMs,
    firstTokenMs: reply.firstTokenMs,
    promptSha256: promptHash(prompt),
    at: deps.now().toISOString(),
  };
  const spend = failures.map(({ data }) => spendOf(data)).reduce(addSpend, reply.spend);
  const sample = {
    item: place.item,
    repetition: place.repetition,
    number,
    answer: answer.answer,
    turn,
    spend,
    last: reply.spend,
    run,
  };
  return untilStored(signal, () => deps.store.records.put(experiment, SAMPLES, sample));
}

async function questionOf(
  deps: ActivityDeps,
  { experiment, place }: AskAloneInput,
): Promise<{ config: DebateConfig; item: Item; key: Buyer["key"] }> {
  const definition = await requireDefinition(deps, experiment);
  const item = await requireItem(deps, experiment, place.item);
  const { config } = await baseCell(deps, { tenant: experiment.tenant, definition, place, item });
  if (config) return { config, item, key: definition.key };
  throw ApplicationFailure.nonRetryable("the base is not valid", "invalid-request");
}
