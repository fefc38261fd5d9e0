/** Turns a checked request into a configuration. */

import { languageIn } from "../../base/language/tag.ts";
import { blindingWarnings } from "../../judge/blind/disguise.ts";
import { readAnswerText } from "../../rules/answers/same.ts";
import { hasEvidence } from "../../rules/claims/has-evidence.ts";
import { numbered, textsOf } from "../../rules/exhibits/given.ts";
import { mayFind } from "../../rules/exhibits/may-find.ts";
import type { Format } from "../../rules/formats/format.ts";
import { FORMATS_BY_NAME } from "../../rules/formats/registry.format.ts";
import { defaultDiversity } from "../../rules/positions/assigned-positions.ts";
import { protocolOf, takes } from "../../rules/protocols/registry.protocol.ts";
import type { DebateRequest } from "../../rules/request/debate-request.ts";
import { defaultsTaken } from "../../rules/request/defaults-taken.ts";
import { dependenceWarnings, familyWarnings, repeatWarnings } from "../../rules/request/independence.ts";
import { quorumIn } from "../../rules/request/quorum.request.ts";
import { USUAL_VOTERS } from "../../rules/request/request.ts";
import { defaultPanel } from "../../rules/seats/default-panel.ts";
import { withMissingRoles } from "../../rules/seats/fixed-roles.ts";
import { type Catalogue, modelId, parseModel } from "../../shapes/catalogue/catalogue.ts";
import type { ChosenModel, ModelRef } from "../../shapes/catalogue/model-ref.ts";
import { likeModels } from "../../shapes/catalogue/nearest-models.ts";
import { defaultOf, runningOptions } from "../../shapes/options.shape.ts";
import type { DebateConfig, JudgeConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import { picked } from "../../shapes/plan/picked.ts";
import type { Policies } from "../../shapes/plan/plan.ts";
import { TEXT } from "../../shapes/schemas/answer-form.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";
import { chosenFrom, chosenModel, factsOf } from "./chosen-model.ts";
import { demoLanguageWarnings } from "./demo.ts";
import { promptLayoutOf } from "./prompt-layout.ts";
import { secondJudgesOf } from "./second-judges.ts";
import { judgeOf, participantOf } from "./speakers-and-judge.ts";
import { turnsIn } from "./turns-in.ts";

/**
 * Completes a request that `checkRequest` passed with the defaults of its format, its protocol and the catalogue. `mostJudges`: of a
 * panel that the request does not name.
 */
export function configOf(request: DebateRequest, catalogue: Catalogue, mostJudges?: number): DebateConfig {
  const rules = FORMATS_BY_NAME[request.format];
  const protocol = protocolOf(request);
  const judge = judgeOf(request, catalogue, mostJudges);
  const debate: DebateConfig = {
    topic: request.topic,
    ...(request.context !== undefined && { context: request.context }),
    ...languageIn(request),
    ...exhibitsGiven(request),
    diversity: request.diversity ?? defaultDiversity(request.participants.length),
    format: request.format,
    mode: request.mode ?? protocol.mode,
    judging: request.judging ?? rules.judging,
    maxRounds: request.maxRounds ?? rules.rounds.default,
    minRounds: request.minRounds ?? Math.min(rules.rounds.least ?? 1, request.maxRounds ?? rules.rounds.default),
    participants: withMissingRoles(request, catalogue).map((p, i) => participantOf(p, i, { request, catalogue })),
    judge,
    ...overlapOf(request, judge),
    ...runningOptions(request, rules.protocol),
    ...(request.agreement !== undefined && { agreementIntensity: request.agreement }),
    ...(rules.votes && { testsSwing: true as const }),
    ...ballotAnswersOf(rules),
    ...clarificationsOf(request),
    ...retrievalOf(request, protocol.templates),
    ...(request.roundDelayMs !== undefined && { roundDelayMs: request.roundDelayMs }),
    ...timeoutsOf(request.limits),
    ...policiesOf(request, judge),
    ...budgetOf(request.limits),
    ...contextOf(request),
    ...(request.whenBusy === "queue" && { whenBusy: "queue" as const }),
    ...(request.validate?.live && { asksModels: true as const }),
    ...(request.output && { output: request.output }),
    tags: request.tags ?? [],
    metadata: request.metadata ?? {},
    demo: false,
    warnings: [],
    ...protocol.configure?.(request),
    ...picked(rules, ["fadingRounds", "aloneRounds"]),
  };
  const config = withClaimChecks(
    request,
    {
      ...debate,
      ...audienceOf(request, debate, catalogue),
      ...questionOf(request),
      ...controlArmOf(request, debate),
    },
    catalogue,
  );
  const judges = judge ? [judge, ...(judge.panel ?? [])] : [];
  const models = [...config.participants, ...judges, ...(config.audience?.models ?? [])];
  config.demo = models.some((m) => catalogue.provider(m.provider)?.demo);
  config.warnings = [
    ...defaultsTaken(request, config),
    ...(defaultPanel(request, catalogue, mostJudges)?.taken ?? []),
    ...warningsOf(models, catalogue),
    ...dependenceWarnings(config, catalogue),
    ...familyWarnings(config, catalogue),
    ...repeatWarnings(config, catalogue),
    ...blindingWarnings(config),
    ...demoLanguageWarnings(config),
  ];
  return { ...config, ...promptLayoutOf(request, config) };
}

/** Speakers who are guided wait for the judge's word on the round before, unless they are to run ahead of it. */
function overlapOf(
  { format, judging, overlap = defaultOf("overlap") }: DebateRequest,
  judge: JudgeConfig | null,
): Pick<DebateConfig, "overlap"> {
  const rules = FORMATS_BY_NAME[format];
  const isAssessed = rules.protocol === "judged" && (judging ?? rules.judging) === "every-round";
  if (!isAssessed || overlap === "off" || (overlap === "safe" && judge?.guides)) return {};
  return { overlap };
}

function ballotAnswersOf({ protocol, contest }: Format): Pick<DebateConfig, "ballotAnswers"> {
  return protocol === "judged" ? { ballotAnswers: contest ? "beside" : "lead" } : {};
}

/** Ballots answer in a form only where the request gives one. The known answer is in the form's own spelling. */
function questionOf({
  format,
  answers = FORMATS_BY_NAME[format].protocol === "question" ? TEXT : undefined,
  expected,
  weights,
  language,
}: DebateRequest): Pick<DebateConfig, "answers" | "expected" | "accuracies"> {
  if (!answers || !takes(protocolOf({ format }), "answers")) return {};
  const known = expected === undefined ? null : readAnswerText(expected, answers, language);
  const accuracies = typeof weights === "object" ? { accuracies: weights } : {};
  return { answers, ...(known !== null && { expected: known }), ...accuracies };
}

/** On where claims can be checked against something. */
function withClaimChecks(
  request: DebateRequest,
  { claimChecks, ...config }: DebateConfig,
  catalogue: Catalogue,
): DebateConfig {
  if (!claimChecks || !(hasEvidence(request) || mayFind(config))) return config;
  return { ...config, claimChecks, secondJudges: secondJudgesOf(config, catalogue) };
}

/** One answer of each participant's model, as many as the debate has turns, or as many as the request says. */
function controlArmOf({ controlArm, expected }: DebateRequest, config: DebateConfig): Partial<DebateConfig> {
  if (!controlArm) return {};
  const { calls = config.participants.length } = controlArm === true ? {} : controlArm;
  const known = expected === undefined ? {} : { expected: String(expected) };
  return { controlArm: { calls: calls === "equal" ? turnsIn(config) : calls }, ...known };
}

/** Where a motion is voted on, an audience votes, unless the request leaves it to the judges. */
function audienceOf(
  { audience, format }: DebateRequest,
  { judge, participants }: DebateConfig,
  catalogue: Catalogue,
): Pick<DebateConfig, "audience"> {
  if (audience === false || (audience === undefined && FORMATS_BY_NAME[format].votes !== true)) return {};
  const { voters = USUAL_VOTERS, models } = audience ?? {};
  const named = models && chosenFrom(models, judge);
  const voting = named ?? usualVoters({ judge, participants }, catalogue);
  return { audience: { voters, models: voting, ...quorumIn(audience) } };
}

/** A cheap model of each provider that takes part already, so that no other reads the topic; else the judge's model. */
function usualVoters(
  { judge, participants }: Pick<DebateConfig, "judge" | "participants">,
  catalogue: Catalogue,
): ChosenModel[] {
  if (!judge) return [];
  const providers = new Set([judge, ...(judge.panel ?? []), ...participants].map(({ provider }) => provider));
  const cheap = [...providers].flatMap((id) => chosenModel(catalogue.provider(id)?.cheapModel ?? "") ?? []);
  return cheap.length > 0 ? cheap : [{ provider: judge.provider, model: judge.model, ...factsOf(judge) }];
}

export function timeoutsOf(limits: DebateRequest["limits"] = {}) {
  const { turnTimeoutSeconds, judgeTimeoutSeconds, roundTimeoutSeconds } = limits;
  return {
    ...(turnTimeoutSeconds && { turnTimeoutMs: turnTimeoutSeconds * 1000 }),
    ...(judgeTimeoutSeconds && { judgeTimeoutMs: judgeTimeoutSeconds * 1000 }),
    ...(roundTimeoutSeconds && { roundTimeoutMs: roundTimeoutSeconds * 1000 }),
    ...quorumIn(limits),
  };
}

export function budgetOf(limits: DebateRequest["limits"] = {}): Pick<DebateConfig, "budget"> {
  const { warnAtCostUsd, maxCostUsd, maxTokens } = limits;
  const given = Object.entries({ warnAtCostUsd, maxCostUsd, maxTokens }).filter(([, value]) => value !== undefined);
  return given.length > 0 ? { budget: Object.fromEntries(given) } : {};
}

/** `judge`: of the debate that they are the policies of. */
export function policiesOf({ policies = {} }: Pick<DebateRequest, "policies">, judge: JudgeConfig | null) {
  const { decisionTimeoutSeconds: timeout, fallbackJudges = [], ...chosen } = policies;
  const decided: Policies = {
    onParticipantFailure: chosen.onParticipantFailure ?? "drop",
    onJudgeFailure: chosen.onJudgeFailure ?? "ask",
    fallbackJudges: chosenFrom(fallbackJudges, judge),
    onContextOverflow: chosen.onContextOverflow ?? "ask",
    ...(chosen.onCostLimit && { onCostLimit: chosen.onCostLimit }),
  };
  return { policies: decided, ...(timeout !== undefined && { decisionTimeoutMs: Math.round(timeout * 1000) }) };
}

/** Only what was asked for. The rest is decided when a call is composed. */
function contextOf({ contextWindow = {} }: DebateRequest): Pick<DebateConfig, "contextWindow"> {
  const { strategy, summaries, summarizerModel } = contextWindow;
  const summarizer = chosenModel(summarizerModel ?? "");
  const asked = {
    ...(strategy && { strategy }),
    ...(summaries !== undefined && { summaries }),
    ...(summarizer && { summarizer }),
  };
  return Object.keys(asked).length > 0 ? { contextWindow: asked } : {};
}

/** References are read when the request is taken: see `store/records/material.records.ts`. */
function exhibitsGiven({ exhibits }: DebateRequest): Pick<DebateConfig, "exhibits"> {
  const texts = textsOf(exhibits);
  return texts.length > 0 ? { exhibits: numbered(texts) } : {};
}

const TEMPLATES_ASKED = 3;
const PASSAGES_ASKED = 8;

/** With `from`, `topK` counts passages, and templates are looked up as the protocol does: `usual` of them. */
function retrievalOf({ retrieval }: DebateRequest, usual: number): Pick<DebateConfig, "retrieval" | "passages"> {
  const { from = [], topK } = retrieval ?? {};
  const ofTemplates = from.length > 0 || !retrieval ? usual : (topK ?? TEMPLATES_ASKED);
  return {
    ...(ofTemplates > 0 && { retrieval: { topK: ofTemplates } }),
    ...(from.length > 0 && { passages: { from: [...new Set(from)], topK: topK ?? PASSAGES_ASKED } }),
  };
}

function clarificationsOf({ clarifications }: DebateRequest): Pick<DebateConfig, "clarifications"> {
  if (!clarifications?.enabled) return {};
  const { maxIterations, maxPerAgent, answerTimeoutSeconds: timeout } = clarifications;
  const answerTimeoutMs = timeout === undefined ? {} : { answerTimeoutMs: Math.round(timeout * 1000) };
  return { clarifications: { maxIterations, maxPerAgent, ...answerTimeoutMs } };
}

/** Warnings about a judge alone: unknown prices, debaters it is not independent of, and equal seats of its panel. */
export function judgeWarnings(
  { judge, participants }: { judge: JudgeConfig; participants: ParticipantConfig[] },
  catalogue: Catalogue,
): Warning[] {
  const unpriced = warningsOf([judge, ...(judge.panel ?? [])], catalogue);
  return [
    ...unpriced,
    ...dependenceWarnings({ judge, participants }, catalogue),
    ...repeatWarnings({ judge }, catalogue),
  ];
}

function meantBy(id: string, catalogue: Catalogue): string {
  const ref = parseModel(id);
  const [like] = ref ? likeModels(ref, catalogue) : [];
  return like === undefined ? "" : `; did you mean ${like}?`;
}

function warningsOf(models: ModelRef[], catalogue: Catalogue): Warning[] {
  const named = models.filter((m) => m.provider !== "");
  const unpriced = new Set(named.filter((m) => catalogue.model(m).priceUsdPerMTok === null).map(modelId));
  return [...unpriced].map((id) => ({
    code: "unknown-price",
    detail: `the price and context window of ${id} are unknown, and so are its costs${meantBy(id, catalogue)}`,
  }));
}
