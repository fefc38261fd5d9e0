/** The debate as the API shows it (docs/design/api.md#22a-shapes). Pure. */

import { languageIn } from "../../domain/base/language/tag.ts";
import { withoutBidi } from "../../domain/base/text/invisible.ts";
import { sentencesOf } from "../../domain/base/text/sentences.ts";
import { preview } from "../../domain/base/text/text.ts";
import { spendingOf } from "../../domain/play/budget/spending.budget.ts";
import { pendingOf } from "../../domain/play/faults/decisions.faults.ts";
import { allExhibits } from "../../domain/rules/exhibits/found.ts";
import { situationOf } from "../../domain/rules/state/situation.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import { allowedCommands } from "../../domain/shapes/lifecycle.shape.ts";
import { SHOWN_OPTIONS } from "../../domain/shapes/options.shape.ts";
import { runsAhead } from "../../domain/shapes/plan/heard.ts";
import { picked } from "../../domain/shapes/plan/picked.ts";
import type { Assessment } from "../../domain/shapes/schemas/assessment.schema.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import type { Evaluation } from "../../domain/shapes/schemas/evaluation.schema.ts";
import type { Exhibit } from "../../domain/shapes/schemas/exhibit.schema.ts";
import type { Conformity } from "../../domain/shapes/schemas/poll.schema.ts";
import type { Question } from "../../domain/shapes/schemas/questions.schema.ts";
import type { Result } from "../../domain/shapes/schemas/result.schema.ts";
import {
  addSpend,
  benchSpend,
  cachedShareOf,
  costUsdOf,
  NO_SPEND,
  totalOf,
  usageOf,
} from "../../domain/shapes/state/costs.state.ts";
import type { DebateState, Spend } from "../../domain/shapes/state/state.ts";
import type { DebateRecord, ListedRecord } from "../../store/port/debates.port.ts";
import type { DebateSummary } from "../base/debate-list.ts";
import { participantsOf } from "./participants.ts";
import { warningsOf } from "./warnings.ts";

const TOPIC_IN_LISTS = 200;

export interface DebateParts {
  record: DebateRecord;
  assessments: Assessment[];
  /** Of a dialectic debate. */
  evaluations?: Evaluation[];
  /** What is measured of private answers. */
  conformity?: Conformity[];
  result: Result | null;
  /** With their whole texts. Needed while the debate waits for answers. */
  questions?: Question[];
  /** Its place in the queue. */
  queue?: Debate["queue"];
  /** Exhibits that were found. */
  found?: Exhibit[];
  /** A draft's request. */
  request?: Record<string, unknown> | undefined;
  links: Debate["links"];
}

/** Costs are in USD; null when a sum includes a call of unknown price. */
export function debateView({
  record,
  assessments,
  evaluations = [],
  conformity = [],
  result,
  links,
  questions = [],
  queue,
  found = [],
  request,
}: DebateParts): Debate {
  const { config, state } = record;
  return {
    id: record.id,
    version: record.version,
    ...(state.generation > 1 && { generation: state.generation }),
    topic: config.topic,
    ...(config.context !== undefined && { context: config.context }),
    ...languageIn({ language: config.language ?? state.language }),
    ...((config.exhibits || found.length > 0) && { exhibits: allExhibits({ ...config, found }) }),
    format: config.format,
    mode: config.mode,
    tags: config.tags,
    metadata: config.metadata,
    demo: config.demo,
    status: state.status,
    phase: state.phase,
    round: state.round,
    maxRounds: config.maxRounds,
    minRounds: config.minRounds,
    ...(config.controlArm && { controlArm: config.controlArm }),
    ...picked(config, [...SHOWN_OPTIONS, "agreementIntensity", "testsSwing", "ballotAnswers", "answers"]),
    ...summariesOf(config),
    allowed: allowedCommands(situationOf(state)),
    pausing: state.pausing,
    pending: pendingIn(record, questions),
    ...(queue && { queue }),
    participants: participantsOf(record),
    judge: judgeOf(record),
    promptSources: promptSourcesOf(record),
    assessments: assessments.map(({ round, qualityScore, shouldContinue, flags, agreementAreas, measured, flips }) => ({
      round,
      qualityScore,
      shouldContinue,
      flags,
      ...(agreementAreas && { agreementAreas }),
      ...(measured && { measured }),
      ...(flips && { flips }),
    })),
    ...(state.dialectic && {
      evaluations: evaluations.map(({ round, confidence, bestRefinement }) => ({ round, confidence, bestRefinement })),
    }),
    ...(conformity.length > 0 && { conformity }),
    usage: usageOf(totalOf(record.state)),
    cost: costOf(record),
    degraded: state.degraded,
    warnings: warningsOf(record),
    problems: state.problems,
    ...(request && { draft: request }),
    result,
    ...(record.knownOutcome && { knownOutcome: record.knownOutcome }),
    error: state.error,
    ...(config.preset && { preset: config.preset }),
    ...(config.forkedFrom && { forkedFrom: config.forkedFrom }),
    ...(config.twinOf && { twinOf: config.twinOf }),
    ...(record.forks && { forks: record.forks }),
    ...(record.twins && { twins: record.twins }),
    links,
    createdAt: record.createdAt,
    startedAt: state.startedAt,
    completedAt: state.completedAt,
  };
}

/** The state has only the beginnings of the questions. */
function pendingIn({ state }: DebateRecord, questions: Question[]): Debate["pending"] {
  const pending = pendingOf(state);
  const textOf = (id: string) => questions.find((q) => q.id === id)?.text;
  if (pending?.type !== "answers") return pending;
  return { ...pending, questions: pending.questions.map((q) => ({ ...q, text: textOf(q.id) ?? q.text })) };
}

/** A debate as lists show it. */
export function summaryView(record: ListedRecord, links: Debate["links"]): DebateSummary {
  const { config, state } = record;
  return {
    id: record.id,
    version: record.version,
    topic: preview(config.topic, TOPIC_IN_LISTS),
    format: config.format,
    tags: config.tags,
    demo: config.demo,
    status: state.status,
    phase: state.phase,
    round: state.round,
    maxRounds: config.maxRounds,
    participants: config.participants.map((p) => ({ id: p.id, name: withoutBidi(p.name), model: modelId(p) })),
    cost: { totalUsd: costUsdOf(totalOf(state)) },
    outcome: outcomeOf(state),
    links,
    createdAt: record.createdAt,
    startedAt: state.startedAt,
    completedAt: state.completedAt,
  };
}

function outcomeOf({ result }: DebateState): DebateSummary["outcome"] {
  if (!result) return null;
  const { type, answer: beginning } = result;
  const answer = beginning && { answer: sentencesOf(beginning)[0]?.sentence ?? beginning };
  if (type !== "verdict") return { type, ...answer };
  const { winner, winningSide } = result;
  return { type, winner, ...(winningSide && { side: winningSide }), ...answer };
}

function judgeOf({ config, state }: DebateRecord): Debate["judge"] {
  if (!config.judge) return null;
  const { criteria, panel = [], bothOrders, guides } = config.judge;
  const spent = benchSpend(state);
  const before = state.formerJudges?.map(({ model }) => model);
  return {
    model: modelId(state.judgeModel ?? config.judge),
    ...(before && { before }),
    panel: panel.map(modelId),
    ...(bothOrders !== undefined && { bothOrders }),
    ...(guides && { guides }),
    ...(runsAhead(config) && { ahead: true as const }),
    ...(criteria && { criteria }),
    usage: usageOf(spent),
    costUsd: costUsdOf(spent),
  };
}

function promptSourcesOf({ config }: DebateRecord): Debate["promptSources"] {
  const sourceOf = ({ systemPrompt, systemPromptFrom }: { systemPrompt?: string; systemPromptFrom?: string }) =>
    systemPrompt === undefined ? "built-in" : systemPromptFrom ? `custom: ${systemPromptFrom}` : "custom";
  return Object.fromEntries([
    ...config.participants.map((p) => [p.id, sourceOf(p)] as const),
    ...(config.judge ? [["judge", sourceOf(config.judge)] as const] : []),
  ]);
}

/** Agents that are shown the newest turns alone have nothing to summarise. */
function summariesOf({ dialectic }: DebateRecord["config"]): Pick<Debate, "summaries"> {
  if (!dialectic) return {};
  const { includeFullHistory, summaries } = dialectic;
  return { summaries: includeFullHistory ? summaries : { threshold: null, maxLength: summaries.maxLength } };
}

function costOf(record: DebateRecord): Debate["cost"] {
  const { budget = {} } = record.config;
  return {
    totalUsd: costUsdOf(totalOf(record.state)),
    cachedShare: cachedShareOf(totalOf(record.state)),
    ...(record.state.earlier && { earlierUsd: costUsdOf(record.state.earlier) }),
    ...(record.state.unsettled && { unsettledUsd: costUsdOf(record.state.unsettled) ?? 0 }),
    reservedUsd: (record.state.reserved?.costMicroUsd ?? 0) / 1_000_000,
    warnAtUsd: budget.warnAtCostUsd ?? null,
    limitUsd: budget.maxCostUsd ?? null,
    ...(budget.maxTokens !== undefined && { maxTokens: budget.maxTokens }),
    byModel: Object.fromEntries([...spendByModel(record)].map(([model, spend]) => [model, costUsdOf(spend)])),
  };
}

function spendByModel(record: DebateRecord): Map<string, Spend> {
  const sums = new Map<string, Spend>();
  for (const { model, spend } of spendingOf(record.config, record.state))
    sums.set(model, addSpend(sums.get(model) ?? NO_SPEND, spend));
  return sums;
}
