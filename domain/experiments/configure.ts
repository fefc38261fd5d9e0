/** The configurations that an experiment's cells run with, and what they may take at most. */

import { TEXT } from "../answers/form.ts";
import { inputTokens, worstAttempt } from "../budget/worst-case.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimatingWorst } from "../estimates/estimate.ts";
import { withImages } from "../images/shown.ts";
import { isObject } from "../is-object.ts";
import type { DebateConfig, ParticipantConfig } from "../plan/config.ts";
import { configOf } from "../plan/configure.ts";
import { planWithoutRun } from "../plan/create-plan.ts";
import type { Amount, Durations } from "../plan/plan.ts";
import { withRequest } from "../plan/revision.ts";
import { buildAlonePrompt } from "../prompts/question/alone.ts";
import { checkRequest } from "../request/checks.ts";
import { withUsualParticipants } from "../request/usual-participants.ts";
import type { Problem } from "../schemas/faults.ts";
import { debateOf } from "./effective.ts";
import type { Item } from "./experiment.ts";

export type Configured = { config: DebateConfig; problems: [] } | { config: null; problems: Problem[] };

/** A cell's debate, as `POST /v1/debates` would make it. */
export function configured(
  wanted: Parameters<typeof debateOf>[0],
  { catalogue, durations, cap }: { catalogue: Catalogue; durations: Durations; cap?: Cap | null },
): Configured {
  const { body, taken } = withUsualParticipants(capped(debateOf(wanted), cap), catalogue);
  const { request, problems } = checkRequest(body, catalogue);
  if (!request) return { config: null, problems };
  const config = configOf(request, catalogue);
  return {
    config: withRequest({ ...config, warnings: [...taken, ...config.warnings] }, body, durations),
    problems: [],
  };
}

/** What a cell may take of the experiment's budget. */
export interface Cap {
  maxCostUsd?: number;
  maxTokens?: number;
}

/** The lower of the debate's own limits and the experiment's. */
function capped(body: Record<string, unknown>, cap: Cap | null | undefined): Record<string, unknown> {
  if (!cap) return body;
  const own = isObject(body["limits"]) ? body["limits"] : {};
  const lower = Object.entries(cap).map(([name, most]) => {
    const mine = own[name];
    return [name, typeof mine === "number" ? Math.min(mine, most as number) : most];
  });
  return { ...body, limits: { ...own, ...Object.fromEntries(lower) } };
}

/** What a debate takes at most, all its calls asked for twice. */
export function* worstOf(config: DebateConfig, catalogue: Catalogue): Generator<void, Amount> {
  const worst = yield* estimatingWorst({ config, plan: planWithoutRun(config), catalogue });
  const tokens = worst.inputTokens + worst.outputTokens;
  return { costMicroUsd: Math.ceil((worst.costUsd ?? 0) * 1_000_000), tokens };
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
