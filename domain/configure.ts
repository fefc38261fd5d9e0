/** From a checked request to a configuration: the defaults of formats, roles and the catalogue. */
import { castOf, partOf, ROLE_POSITIONS, ROLE_TEMPERATURES } from "./cast.ts";
import { type Catalogue, modelId, parseModel } from "./catalogue.ts";
import { judgeModel } from "./checks.ts";
import type { DebateConfig, JudgeConfig, ParticipantConfig } from "./config.ts";
import { summariesOf } from "./dialectic-summaries.ts";
import { FORMATS_BY_NAME } from "./formats/registry.ts";
import { blindingWarnings } from "./judging/disguise.ts";
import { dependenceWarnings } from "./judging/independence.ts";
import type { DialecticPlan, ModelRef, Policies } from "./plan.ts";
import { defaultDiversity, plainPosition } from "./positions.ts";
import type { Role as Part } from "./protocols/roles.ts";
import type { DebateRequest } from "./request.ts";
import { GENERALIST } from "./roles/registry.ts";
import type { Warning } from "./schemas/faults.ts";

/** §1.5 */
const TEMPERATURE = { debater: 0.7, judge: 0.2 };

/**
 * Tokens. A turn is 2–4 paragraphs and a judge's JSON names every participant and criterion; the rest is room for
 * models that think before they speak, whose thoughts count as output.
 */
export const MAX_OUTPUT = { debater: 4_096, judge: 8_192 };

type ModelSetting = Extract<DebateRequest["participants"][number]["model"], object>;

/** Of a draft's participant that has none yet. */
const NO_MODEL: ModelRef = { provider: "", model: "" };

/** §1.4 */
const DIALECTIC = { threshold: 80 };

/** §1.4, §1.9: of proposer-skeptic. */
const EARLY_STOP_SCORE = 8;

const TEMPLATES = 3;

/** Fills in the defaults of a request that `checkRequest` passed. */
export function configOf(request: DebateRequest, catalogue: Catalogue): DebateConfig {
  const rules = FORMATS_BY_NAME[request.format];
  const judge = judgeOf(request, catalogue);
  const config: DebateConfig = {
    topic: request.topic,
    ...(request.context !== undefined && { context: request.context }),
    ...(request.exhibits?.length && { exhibits: request.exhibits.map((e, i) => ({ id: `E${i + 1}`, ...e })) }),
    diversity: request.diversity ?? defaultDiversity(request.participants.length),
    format: request.format,
    mode: request.mode ?? (isDialectic(request) ? "simultaneous" : "sequential"),
    judging: request.judging ?? rules.judging,
    maxRounds: request.maxRounds ?? rules.rounds.default,
    minRounds: request.minRounds ?? Math.min(rules.rounds.least ?? 1, request.maxRounds ?? rules.rounds.default),
    participants: castOf(request, catalogue).map((p, i) => participantOf(p, i, { request, catalogue })),
    judge,
    ...(request.controlArm && { controlArm: true as const }),
    ...(request.skipIfUnanimous && { skipIfUnanimous: true as const }),
    ...clarificationsOf(request),
    ...skepticismOf(request),
    ...retrievalOf(request),
    ...(request.roundDelayMs !== undefined && { roundDelayMs: request.roundDelayMs }),
    ...(request.limits?.turnTimeoutSeconds && { turnTimeoutMs: request.limits.turnTimeoutSeconds * 1000 }),
    ...(request.limits?.judgeTimeoutSeconds && { judgeTimeoutMs: request.limits.judgeTimeoutSeconds * 1000 }),
    ...policiesOf(request),
    ...budgetOf(request.limits),
    ...contextOf(request),
    ...(request.promptLayout === "shared" && { promptLayout: "shared" as const }),
    tags: request.tags ?? [],
    metadata: request.metadata ?? {},
    demo: false,
    warnings: [],
    ...(isDialectic(request) && { dialectic: dialecticOf(request) }),
  };
  const models = [...config.participants, ...(judge ? [judge, ...(judge.panel ?? [])] : [])];
  config.demo = models.some((m) => catalogue.provider(m.provider)?.demo);
  config.warnings = [
    ...warningsOf(models, catalogue),
    ...dependenceWarnings(config, catalogue),
    ...blindingWarnings(config),
  ];
  return config;
}

/** §1.12 */
export function budgetOf(limits: DebateRequest["limits"] = {}): Pick<DebateConfig, "budget"> {
  const { warnAtCostUsd, maxCostUsd, maxTokens } = limits;
  const given = Object.entries({ warnAtCostUsd, maxCostUsd, maxTokens }).filter(([, value]) => value !== undefined);
  return given.length > 0 ? { budget: Object.fromEntries(given) } : {};
}

/** A model as a request names it, with the price that it may come with. */
function priced(choice: string | { model?: string; priceUsdPerMTok?: GivenPrice | undefined }): ModelRef | null {
  const { model = "", priceUsdPerMTok: price } = typeof choice === "string" ? { model: choice } : choice;
  const ref = parseModel(model);
  if (!ref || !price) return ref;
  return { ...ref, priceUsdPerMTok: { ...price, cachedInput: price.cachedInput ?? null } };
}

type GivenPrice = NonNullable<NonNullable<DebateRequest["judge"]>["priceUsdPerMTok"]>;

/** §1.11 */
export function policiesOf({ policies = {} }: Pick<DebateRequest, "policies">) {
  const { decisionTimeoutSeconds: timeout, fallbackJudges = [], ...chosen } = policies;
  const decided: Policies = {
    onParticipantFailure: chosen.onParticipantFailure ?? "drop",
    onJudgeFailure: chosen.onJudgeFailure ?? "ask",
    fallbackJudges: fallbackJudges.flatMap((choice) => priced(choice) ?? []),
    onContextOverflow: chosen.onContextOverflow ?? "ask",
    ...(chosen.onCostLimit && { onCostLimit: chosen.onCostLimit }),
  };
  return { policies: decided, ...(timeout !== undefined && { decisionTimeoutMs: Math.round(timeout * 1000) }) };
}

/** §1.10: what was asked for; what was not is decided where the calls are composed. */
function contextOf({ contextWindow = {} }: DebateRequest): Pick<DebateConfig, "contextWindow"> {
  const { strategy, summaries, summarizerModel } = contextWindow;
  const summarizer = parseModel(summarizerModel ?? "");
  const asked = {
    ...(strategy && { strategy }),
    ...(summaries !== undefined && { summaries }),
    ...(summarizer && { summarizer }),
  };
  return Object.keys(asked).length > 0 ? { contextWindow: asked } : {};
}

/** The catalogue's window, or the one that was given for a model; an output of the default length leaves three quarters. */
function settingsOf(
  ref: ModelRef,
  given: { maxOutputTokens?: number | undefined; contextWindow?: number | undefined },
  { catalogue, most }: { catalogue: Catalogue; most: number },
) {
  const { contextWindow, maxOutputTokens } = given;
  const window = contextWindow ?? (ref.provider === "" ? null : catalogue.model(ref).contextWindow) ?? Infinity;
  return {
    maxOutputTokens: maxOutputTokens ?? Math.min(most, Math.floor(window / 4)),
    ...(contextWindow !== undefined && { contextWindow }),
  };
}

function dialecticOf(request: DebateRequest): DialecticPlan {
  const { termination, includeFullHistory } = request;
  return {
    termination: {
      type: termination?.type ?? "fixed",
      threshold: termination?.threshold ?? DIALECTIC.threshold,
    },
    includeFullHistory: includeFullHistory ?? true,
    summaries: summariesOf(request),
  };
}

function isDialectic({ format }: Pick<DebateRequest, "format">): boolean {
  return FORMATS_BY_NAME[format].protocol === "dialectic";
}

/** An agent's role where the format has roles: a system prompt of its own makes a role too. */
function roleIn(
  request: Pick<DebateRequest, "format">,
  part: { role?: string | undefined; systemPrompt?: string | undefined },
) {
  if (!isDialectic(request)) return part.role === undefined ? {} : { role: part.role };
  return part.role !== undefined || part.systemPrompt === undefined ? { role: part.role ?? GENERALIST } : {};
}

function skepticismOf({ format, earlyStopScore }: DebateRequest): Pick<DebateConfig, "earlyStopScore"> {
  return format === "proposer-skeptic" ? { earlyStopScore: earlyStopScore ?? EARLY_STOP_SCORE } : {};
}

function retrievalOf({ format, retrieval }: DebateRequest): Pick<DebateConfig, "retrieval"> {
  const topK = retrieval?.topK ?? (format === "proposer-skeptic" ? TEMPLATES : 0);
  return topK > 0 ? { retrieval: { topK } } : {};
}

function participantOf(
  p: DebateRequest["participants"][number],
  index: number,
  { request, catalogue }: { request: DebateRequest; catalogue: Catalogue },
): ParticipantConfig {
  const choice: ModelSetting = typeof p.model === "string" ? { model: p.model } : p.model;
  const ref = priced(choice) ?? NO_MODEL;
  const side = p.side ?? FORMATS_BY_NAME[request.format].defaultSide;
  const part = partOf(p);
  const maxOutputTokens = choice.maxOutputTokens ?? request.limits?.maxOutputTokens;
  const asked = { contextWindow: choice.contextWindow, maxOutputTokens };
  return {
    id: p.id ?? `p${index + 1}`,
    name: p.name,
    ...ref,
    temperature: choice.temperature ?? (part ? ROLE_TEMPERATURES[part] : TEMPERATURE.debater),
    ...settingsOf(ref, asked, { catalogue, most: MAX_OUTPUT.debater }),
    ...(side && { side }),
    position: p.position ?? positionFor(request, { part, index, side }),
    positionSource: p.position === undefined ? "plain" : "given",
    ...(p.persona && { persona: p.persona }),
    ...(p.instructions && { instructions: p.instructions }),
    ...(p.systemPrompt && { systemPrompt: p.systemPrompt }),
    ...roleIn(request, p),
  };
}

/** Of a participant that came without one. */
function positionFor(
  request: DebateRequest,
  { part, index, side }: { part: Part | undefined; index: number; side: ParticipantConfig["side"] },
): string {
  if (isDialectic(request)) return "Works on a solution.";
  return part ? ROLE_POSITIONS[part] : plainPosition(index, side);
}

type JudgedRequest = Pick<DebateRequest, "format" | "judge" | "participants">;

/** With its defaults; null where there is none. */
export function judgeOf(request: JudgedRequest, catalogue: Catalogue): JudgeConfig | null {
  const price = request.judge?.priceUsdPerMTok;
  const ref = priced({ model: judgeModel(request, catalogue) ?? "", priceUsdPerMTok: price });
  if (!ref) return null;
  return {
    ...ref,
    temperature: request.judge?.temperature ?? TEMPERATURE.judge,
    ...settingsOf(ref, request.judge ?? {}, { catalogue, most: MAX_OUTPUT.judge }),
    ...(request.judge?.systemPrompt && { systemPrompt: request.judge.systemPrompt }),
    ...roleIn(request, request.judge ?? {}),
    ...(request.judge?.criteria && { criteria: request.judge.criteria }),
    ...(request.judge?.panel && { panel: request.judge.panel.flatMap((id) => parseModel(id) ?? []) }),
    ...(FORMATS_BY_NAME[request.format].protocol === "judged" && { bothOrders: request.judge?.bothOrders ?? true }),
    ...(request.judge?.requireIndependent && { requireIndependent: true as const }),
  };
}

function clarificationsOf({ clarifications }: DebateRequest): Pick<DebateConfig, "clarifications"> {
  if (!clarifications?.enabled) return {};
  const { maxIterations, maxPerAgent, answerTimeoutSeconds: timeout } = clarifications;
  const answerTimeoutMs = timeout === undefined ? {} : { answerTimeoutMs: Math.round(timeout * 1000) };
  return { clarifications: { maxIterations, maxPerAgent, ...answerTimeoutMs } };
}

/** Of a judge alone: prices that are not known, and whom it depends on. */
export function judgeWarnings(
  { judge, participants }: { judge: JudgeConfig; participants: ParticipantConfig[] },
  catalogue: Catalogue,
): Warning[] {
  const unpriced = warningsOf([judge, ...(judge.panel ?? [])], catalogue);
  return [...unpriced, ...dependenceWarnings({ judge, participants }, catalogue)];
}

function warningsOf(models: ModelRef[], catalogue: Catalogue): Warning[] {
  const named = models.filter((m) => m.provider !== "");
  const unpriced = new Set(named.filter((m) => catalogue.model(m).priceUsdPerMTok === null).map(modelId));
  return [...unpriced].map((id) => ({
    code: "unknown-price",
    detail: `the price and context window of ${id} are unknown, and so are its costs`,
  }));
}
