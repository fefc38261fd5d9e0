/** The configurations that an experiment's cells run with, and what they may take at most. */

import { isObject } from "../../../domain/base/is-object.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { planWithoutRun } from "../../../domain/play/beginning/create-plan.ts";
import { plannedConfig } from "../../../domain/play/beginning/planned.ts";
import { withRequest } from "../../../domain/play/beginning/revision.ts";
import { inputTokens, worstAttempt } from "../../../domain/play/budget/worst-case.ts";
import { estimatingWorst } from "../../../domain/play/estimates/estimate.ts";
import { LONGEST_FENCE_KEY } from "../../../domain/prompts/fences/fence-key.prompt.ts";
import { withImages } from "../../../domain/prompts/parts/shown.prompt-part.ts";
import { buildAlonePrompt } from "../../../domain/prompts/question/alone.question-prompt.ts";
import { withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { DebateConfig, ParticipantConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Configured } from "../../../domain/shapes/plan/configured.ts";
import type { Amount, Durations } from "../../../domain/shapes/plan/plan.ts";
import { TEXT } from "../../../domain/shapes/schemas/answer-form.ts";
import { microLimitOf } from "../../../domain/shapes/state/costs.state.ts";
import { debateOf } from "./effective.ts";
import type { Item } from "./experiment.ts";

/** A cell's debate, as `POST /v1/debates` would make it. */
export function configured(
  wanted: Parameters<typeof debateOf>[0],
  { catalogue, durations, cap }: { catalogue: Catalogue; durations: Durations; cap?: Cap | null },
): Configured {
  const { body, taken } = withUsualParticipants(capped(debateOf(wanted), cap), catalogue);
  const { request, problems } = checkRequest(body, catalogue);
  if (!request) return { config: null, problems };
  const { config } = plannedConfig(request, catalogue);
  const whole = { ...config, ...(cap && { share: cap }), warnings: [...taken, ...config.warnings] };
  return { config: withRequest(whole, body, durations), problems: [] };
}

/** What a cell may take of the experiment's budget. */
export type Cap = NonNullable<DebateConfig["share"]>;

/** The lower of the debate's own limits and the experiment's. */
function capped(body: Record<string, unknown>, cap: Cap | null | undefined): Record<string, unknown> {
  if (!cap) return body;
  const own = isObject(body["limits"]) ? body["limits"] : {};
  // A debate whose models are free needs no limit, and 0 is none.
  const lower = Object.entries(cap).flatMap(([name, most]) => {
    const mine = own[name];
    return most > 0 ? [[name, typeof mine === "number" ? Math.min(mine, most) : most]] : [];
  });
  return { ...body, limits: { ...own, ...Object.fromEntries(lower) } };
}

/** What a debate takes at most, all its calls asked for twice. `given`: places of first answers that it does not ask for. */
export function* worstOf(config: DebateConfig, catalogue: Catalogue, given: number[] = []): Generator<void, Amount> {
  const asked = { ...config, ...withGiven(config, given), fenceKey: LONGEST_FENCE_KEY };
  const worst = yield* estimatingWorst({ config: asked, plan: planWithoutRun(asked), catalogue });
  const costMicroUsd = Math.ceil(Number(((worst.costUsd ?? 0) * 1_000_000).toFixed(3)));
  return belowOwn(config, { costMicroUsd, tokens: worst.inputTokens + worst.outputTokens });
}

/** A debate takes no more than its own limits allow. */
function belowOwn({ budget: { maxCostUsd, maxTokens } = {} }: DebateConfig, { costMicroUsd, tokens }: Amount): Amount {
  return {
    costMicroUsd: maxCostUsd === undefined ? costMicroUsd : Math.min(costMicroUsd, microLimitOf(maxCostUsd)),
    tokens: maxTokens === undefined ? tokens : Math.min(tokens, maxTokens),
  };
}

/** The debate with the first answers that its experiment has bought. */
export function withGiven({ question }: DebateConfig, given: number[]): Pick<DebateConfig, "question"> {
  return question && given.length > 0 ? { question: { ...question, given } } : {};
}

/** Who gives the answer of this number alone: the participants' models in turn. */
export function voterOf({ participants }: Pick<DebateConfig, "participants">, number: number): ParticipantConfig {
  const voter = participants[(number - 1) % participants.length];
  if (!voter) throw new Error("the base has no participants");
  return voter;
}

/** One attempt at an answer alone, at most. */
export function worstAnswer(
  { config, item, number }: { config: DebateConfig; item: Item; number: number },
  catalogue: Pick<Catalogue, "costMicroUsd">,
): Amount & { inputTokens: number } {
  const voter = voterOf(config, number);
  const prompt = withImages(buildAlonePrompt(config, { form: item.answers ?? TEXT }), config);
  const input = inputTokens(voter, prompt);
  return { ...worstAttempt(voter, input, catalogue), inputTokens: input };
}
