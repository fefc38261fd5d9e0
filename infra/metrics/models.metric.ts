/** Counts model calls, including the cost of failed ones. */
import { type ModelCall, ModelFault, type ModelReply, type Models } from "../../activities/models/base/port.model.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { cachedShareOf } from "../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../domain/shapes/state/state.ts";
import { quietly } from "../base/quiet.ts";
import type { Instruments } from "./instruments.metric.ts";

/** Owners may name any model, and each is a time series; beyond this many they count as one. */
const MOST_MODELS = 200;

export function meteredModels(models: Models, instruments: Instruments): Models {
  const labelsOf = createLabels();
  const replied = quietly(({ latencyMs, firstTokenMs, spend }: ModelReply, labels: Labels) => {
    instruments.latency.observe(labels, latencyMs / 1_000);
    if (firstTokenMs !== null) instruments.firstToken.observe(labels, firstTokenMs / 1_000);
    count(instruments, labels, { outcome: "ok", spend });
    const share = cachedShareOf(spend);
    if (share !== null) instruments.cachedShare.observe(labels, share);
  });
  const odd = quietly((kinds: string[], { provider }: Labels) => {
    for (const kind of kinds) instruments.oddities.inc({ provider, kind });
  });
  return {
    async complete(call) {
      const labels = labelsOf(call.model);
      try {
        const reply = await models.complete({ ...call, onOddities: (kinds) => odd(kinds, labels) });
        replied(reply, labels);
        return reply;
      } catch (error) {
        const spend = error instanceof ModelFault ? error.spend : null;
        count(instruments, labels, { outcome: outcomeOf(error, call), spend });
        throw error;
      }
    },
  };
}

interface Labels {
  provider: string;
  model: string;
}

function createLabels() {
  const known = new Set<string>();
  return ({ provider, model }: ModelRef): Labels => {
    const id = `${provider}/${model}`;
    if (known.size >= MOST_MODELS && !known.has(id)) return { provider, model: "other" };
    known.add(id);
    return { provider, model };
  };
}

function outcomeOf(error: unknown, { signal }: ModelCall): string {
  if (signal.aborted) return "cancelled";
  return error instanceof ModelFault ? error.kind : "error";
}

function count(
  { calls, tokens, cost }: Instruments,
  labels: Labels,
  { outcome, spend }: { outcome: string; spend: Spend | null },
): void {
  calls.inc({ ...labels, outcome });
  if (!spend) return;
  tokens.inc({ ...labels, kind: "input" }, spend.inputTokens);
  tokens.inc({ ...labels, kind: "cached" }, spend.cachedInputTokens);
  tokens.inc({ ...labels, kind: "output" }, spend.outputTokens);
  if (spend.costMicroUsd !== null) cost.inc(labels, spend.costMicroUsd / 1_000_000);
}
