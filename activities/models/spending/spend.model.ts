/**
 * What a call has cost, as far as its provider says. What it does not say is counted here, upwards: our count of the prompt
 * with the margin of the model's family, and the longest reply or what was heard of it, whichever is more.
 */

import { promptTokens } from "../../../domain/play/budget/worst-case.ts";
import { MOST_OF_ONE_IMAGE } from "../../../domain/shapes/images/tokens.images.ts";
import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../../domain/shapes/state/state.ts";
import { countTokens, marginOf } from "../../../domain/shapes/tokens.shape.ts";
import type { ModelCall } from "../base/port.model.ts";
import { providerRow } from "../base/providers.ts";
import type { TokenUsage } from "../base/usage.model.ts";
import type { Draft } from "../providers/draft.provider.ts";
import { costMicroUsd } from "./pricing.ts";

interface Made {
  call: ModelCall;
  draft: Pick<Draft, "text" | "refusal" | "calls" | "usage">;
}

const MICRO = 1_000_000;

const NOTHING: TokenUsage = {
  input: 0,
  cachedInput: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  unknown: ["input", "output"],
};

/** What the provider counted. No output is no count where something was heard. */
function countedIn({ usage, ...draft }: Made["draft"]): TokenUsage {
  if (!usage) return NOTHING;
  const { unknown = [] } = usage;
  return usage.output > 0 || unknown.includes("output") || heardIn(draft) === ""
    ? usage
    : { ...usage, unknown: [...unknown, "output"] };
}

function heardIn({ text, refusal, calls }: Omit<Made["draft"], "usage">): string {
  return [text, refusal, ...calls.map(({ input }) => input)].join("\n").trim();
}

/** The provider has counted the call whole. */
export function isCounted(draft: Made["draft"]): boolean {
  return !countedIn(draft).unknown;
}

/** Without all counts the cost of a reply is unknown. */
export function spendOfReply({ call, draft }: Made): Spend {
  const usage = countedIn(draft);
  const known = spendOf(call, usage);
  if (!usage.unknown) return known;
  const isFree = (providerRow(call.model.provider)?.demo ?? false) && !call.model.priceUsdPerMTok;
  return { ...known, costMicroUsd: isFree ? 0 : null, uncounted: uncountedOf({ call, draft }, usage) };
}

/** Known cost of a failed call: the counts received before the fault. `free`: nothing was begun. */
export function spendOfFault({ call, draft, free = false }: Made & { free?: boolean }): Spend {
  if (free) return { ...NO_SPEND, calls: 1 };
  const usage = countedIn(draft);
  const known = draft.usage ? spendOf(call, usage) : { ...NO_SPEND, calls: 1 };
  if (!usage.unknown) return known;
  const { tokens, costUsd } = uncountedOf({ call, draft }, usage);
  const beyond = costUsd === null ? null : (costUsd * MICRO - (known.costMicroUsd ?? 0)) / MICRO;
  return { ...known, uncounted: { tokens, costUsd: beyond && Number(beyond.toFixed(6)) } };
}

function spendOf({ model }: ModelCall, usage: TokenUsage): Spend {
  return {
    inputTokens: usage.input,
    cachedInputTokens: usage.cachedInput,
    outputTokens: usage.output,
    reasoningTokens: usage.reasoning,
    calls: 1,
    costMicroUsd: costMicroUsd(model, usage),
  };
}

function uncountedOf(made: Made, { unknown = [], ...known }: TokenUsage) {
  const { model } = made.call;
  const input = unknown.includes("input") ? sentTokens(made.call) : known.input;
  // A provider that counts in part may have counted any part too low.
  const least = unknown.includes("output") ? made.call.maxOutputTokens : 0;
  const output = Math.max(known.output, heardTokens(made), least);
  const whole = { ...known, input, output };
  // Without a count of the input nobody knows how the provider bills it.
  const manners = unknown.includes("input") ? [whole, { ...whole, cacheWrite: input }] : [whole];
  const costs = manners.map((usage) => costMicroUsd(model, usage));
  const most = costs.some((cost) => cost === null) ? null : Math.max(...costs.map(Number));
  return {
    tokens: input + output - known.input - known.output,
    costUsd: most === null ? null : most / MICRO,
  };
}

function sentTokens({ model, system, messages, output, images, tools, exchanges = [] }: ModelCall): number {
  const more = tools || exchanges.length > 0 ? countTokens(JSON.stringify([tools?.functions ?? [], exchanges])) : 0;
  const shown = images?.parts.reduce(
    (sum, part) => sum + (typeof part === "string" ? countTokens(part) : MOST_OF_ONE_IMAGE),
    0,
  );
  return promptTokens(model, { system, messages, ...(output && { output }) }, more + (shown ?? 0));
}

function heardTokens({ call, draft }: Made): number {
  return Math.ceil(countTokens(heardIn(draft)) * marginOf(call.model));
}
