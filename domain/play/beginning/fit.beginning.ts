/**
 * Makes a debate fit under its limits: where the request leaves it open, the debate gets fewer rounds, shorter replies and
 * fewer calls of the judge, until its worst case fits (docs/limits-and-costs.md#a-limit-makes-the-debate-fit). What the
 * request gives is never changed. Counts tokens.
 */

import { SAMPLE_FENCE_KEY } from "../../prompts/fences/fence-key.prompt.ts";
import type { Format } from "../../rules/formats/format.ts";
import { FORMATS_BY_NAME } from "../../rules/formats/registry.format.ts";
import { initialState } from "../../rules/protocols/initial-state.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig, Fitted, JudgeConfig } from "../../shapes/plan/config.plan.ts";
import { picked } from "../../shapes/plan/picked.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { wholeCents } from "../../shapes/state/costs.state.ts";
import { createTokenCounter } from "../../shapes/tokens.shape.ts";
import { CASES } from "../assumptions/cases.ts";
import { concludingCalls } from "../budget/concluding.ts";
import { createMeasure } from "../estimates/measure.ts";
import type { Estimate } from "../estimates/schema.estimate.ts";
import { walk } from "../estimates/walk.ts";
import { unpricedProblems } from "./budget-problems.beginning.ts";
import { planWithoutRun } from "./create-plan.ts";
import { fitText, voteFitText } from "./fit-text.ts";
import { type Asked, givenIn, openIn } from "./left-open.ts";
import { turnsIn } from "./turns-in.ts";

/** Tokens that a model may think before a reply: room enough at moderate effort, and the least that is sensible. */
const THINKING = { most: 8_192, enough: 2_000, least: 800 };
const THINKING_STEP = 32;
/** A debate that is fitted has at least so many rounds, where its format takes as few. */
const LEAST_ROUNDS = { usual: 3, least: 2 };

/** Rounds, times the square of the participants: each may answer each. */
const MOST_WALKED = 400;

/** One way to hold the debate. */
interface Shape {
  rounds: number;
  thinking: number;
  attempts: Fitted["attempts"];
  /** The judge rules at the end alone. */
  finalOnly: boolean;
  /** The verdict is asked for in one order. */
  oneOrder: boolean;
}

export interface Fit {
  config: DebateConfig;
  problems: Problem[];
}

/** True if it is held under its limits as it is. */
export function fitsAsItIs(config: DebateConfig, request: Asked, catalogue: Catalogue): boolean {
  if (unpricedProblems(config, catalogue).length > 0) return false;
  return !isLimited(config) || createFitting(config, request, catalogue).asItIs();
}

function isLimited({ budget: { maxCostUsd, maxTokens } = {} }: DebateConfig): boolean {
  return maxCostUsd !== undefined || maxTokens !== undefined;
}

/** `request` was checked, and `config` is what it became. */
export function fitted(config: DebateConfig, request: Asked, catalogue: Catalogue): Fit {
  const unpriced = unpricedProblems(config, catalogue);
  if (unpriced.length > 0) return { config, problems: unpriced };
  if (!isLimited(config) || config.participants.length === 0 || config.participants.some((p) => p.provider === ""))
    return { config, problems: [] };
  const fitting = createFitting(config, request, catalogue);
  return config.question?.vote ? fitVote(config, { request, catalogue, fits: fitting.fits }) : fitting.fit();
}

/** A vote buys answers as far as the limits reach, so only the first has to fit. */
function fitVote(
  config: DebateConfig,
  { request, catalogue, fits }: { request: Asked; catalogue: Catalogue; fits: () => boolean },
): Fit {
  if (fits()) return { config, problems: [] };
  const { vote, ...question } = config.question ?? {};
  const one = { ...config, maxRounds: 1, minRounds: 1, question: { ...question, vote: { ...vote, most: 1 } } };
  const { config: first, problems } = createFitting(one as DebateConfig, request, catalogue).fit();
  if (problems.length > 0) return { config, problems };
  const warning = { code: "fitted-to-limit", detail: voteFitText(config) };
  return {
    config: { ...config, ...picked(first, ["fitted"]), warnings: [...config.warnings, warning] },
    problems: [],
  };
}

function createFitting(config: DebateConfig, request: Asked, catalogue: Catalogue) {
  const rules: Format = FORMATS_BY_NAME[config.format];
  const { maxCostUsd = Infinity, maxTokens = Infinity } = config.budget ?? {};
  const fenced = { ...config, fenceKey: config.fenceKey ?? SAMPLE_FENCE_KEY };
  const count = createTokenCounter();
  const given = givenIn(config, request);
  const open = openIn(config, request);
  /** The request says how long the debate may be and how long each reply. */
  const isGiven = !open.rounds && given.length === config.participants.length + (config.judge ? 1 : 0);
  const usualLeast = Math.min(config.maxRounds, Math.max(rules.rounds.min, rules.rounds.least ?? 1));
  const leastRounds = (least: number) => {
    if (!open.rounds) return config.maxRounds;
    const asked = request.minRounds === undefined ? usualLeast : config.minRounds;
    return Math.min(config.maxRounds, Math.max(least, asked));
  };
  const shaped = (shape: Shape): DebateConfig =>
    withEqualArm({
      ...fenced,
      maxRounds: shape.rounds,
      minRounds: Math.min(config.minRounds, shape.rounds),
      ...(shape.finalOnly && open.judging && { judging: "final-only" as const }),
      judge: config.judge && {
        ...(shape.finalOnly && open.judging ? withoutGuidance(config.judge) : config.judge),
        ...(shape.oneOrder && open.orders && { bothOrders: false }),
      },
      fitted: { thinking: shape.thinking, attempts: shape.attempts, given },
    });
  /** As many answers alone as the debate has turns, where the request says so. */
  const withEqualArm = (debate: DebateConfig): DebateConfig => {
    const { calls } = (request.controlArm ?? {}) as { calls?: unknown };
    return calls === "equal" ? { ...debate, controlArm: { calls: turnsIn(debate) } } : debate;
  };
  const worstOf = (debate: DebateConfig): Estimate => {
    const measure = createMeasure({ config: debate, catalogue, of: CASES.worst, count, overfull: () => {} });
    for (const _ of walk({ plan: planWithoutRun(debate), config: debate, of: CASES.worst }, measure)) continue;
    return measure.sum();
  };
  const concluding = (debate: DebateConfig): Estimate => {
    const plan = planWithoutRun(debate);
    const state = initialState(plan);
    const measure = createMeasure({ config: debate, catalogue, of: CASES.worst, count, overfull: () => {} });
    for (const call of concludingCalls(plan, state).flat())
      if ("turn" in call) measure.turn(call.turn, state);
      else measure.act(call.act, state);
    return measure.sum();
  };
  const fits = (worst: Estimate) => (worst.costUsd ?? 0) <= maxCostUsd && tokensOf(worst) <= maxTokens;
  const does = (shape: Shape) => fits(worstOf(shaped(shape)));

  /** From what changes least to what costs least. */
  const whole = { thinking: THINKING.enough, finalOnly: false, oneOrder: false };
  const levels: (Omit<Shape, "rounds"> & { least: number })[] = [
    { ...whole, attempts: 2, least: LEAST_ROUNDS.usual },
    { ...whole, attempts: 1, least: LEAST_ROUNDS.usual },
    { ...whole, attempts: 1, finalOnly: true, least: LEAST_ROUNDS.usual },
    { ...whole, attempts: 1, finalOnly: true, oneOrder: true, least: LEAST_ROUNDS.usual },
    { ...whole, attempts: 1, finalOnly: true, oneOrder: true, least: LEAST_ROUNDS.least },
  ];

  /** The first level that fits, with as many rounds as fit, and then with as much room to think. */
  function found(roundsOf: (least: number) => { least: number; most: number }): Shape | null {
    for (const { least, ...level } of levels) {
      const range = roundsOf(least);
      if (!does({ ...level, rounds: range.least })) continue;
      const rounds = highest(range.least, range.most, (n) => does({ ...level, rounds: n }));
      return withThoughts({ ...level, rounds });
    }
    const last = cheapest(roundsOf(LEAST_ROUNDS.least).least);
    return does(last) ? withThoughts(last) : null;
  }

  function withThoughts(shape: Shape): Shape {
    const holds = (thinking: number) => does({ ...shape, thinking });
    return { ...shape, thinking: highest(shape.thinking, THINKING.most, holds, THINKING_STEP) };
  }

  /** All rounds of the request may not fit: as many as do are affordable. */
  function forSomeRounds(): Shape | null {
    const few = Math.min(config.maxRounds, Math.max(LEAST_ROUNDS.least, rules.rounds.min));
    for (const { least: _least, ...level } of levels)
      if (does({ ...level, rounds: few })) return { ...level, rounds: few };
    return does(cheapest(few)) ? cheapest(few) : null;
  }

  const cheapest = (rounds: number): Shape => ({
    rounds,
    thinking: THINKING.least,
    attempts: 1,
    finalOnly: true,
    oneOrder: true,
  });

  /** As many rounds as the limits allow, as long as the conclusion fits. To walk through hundreds again and again takes seconds. */
  const isAsGiven = isLong(config, request) || isGiven;

  function asItIs(): boolean {
    if (isAsGiven) return fits(concluding(fenced));
    // Its owner wants to be asked, or to see it stop.
    const { onCostLimit = "conclude" } = request.policies ?? {};
    return fits(worstOf(fenced)) || (onCostLimit !== "conclude" && fits(concluding(fenced)));
  }

  function fit(): Fit {
    if (asItIs()) return { config, problems: [] };
    if (isAsGiven) return fitSome();
    const shape = found((least) => ({ least: leastRounds(least), most: config.maxRounds }));
    if (shape) return { config: withShape(shape, false), problems: [] };
    if (open.rounds) return { config, problems: tooLow() };
    return fitSome();
  }

  function fitSome(): Fit {
    const some = forSomeRounds();
    if (some) return { config: withShape({ ...some, rounds: config.maxRounds }, true), problems: [] };
    const last = shaped(cheapest(config.maxRounds));
    if (!fits(concluding(last))) return { config, problems: tooLow() };
    return { config: withShape(cheapest(config.maxRounds), true), problems: [] };
  }

  function withShape(shape: Shape, mayEndEarly: boolean): DebateConfig {
    const { fenceKey: _sample, ...next } = shaped(shape);
    const warning = { code: "fitted-to-limit", detail: fitText(config, { next, mayEndEarly }) };
    return {
      ...next,
      ...(config.fenceKey !== undefined && { fenceKey: config.fenceKey }),
      warnings: changesNothing(shape, next) && !mayEndEarly ? config.warnings : [...config.warnings, warning],
    };
  }

  /** Only how it is reckoned: nobody is shown what a model thinks. */
  function changesNothing({ thinking, attempts }: Shape, { maxRounds, judging, judge }: DebateConfig): boolean {
    const isWhole = thinking === THINKING.most && attempts === 2 && maxRounds === config.maxRounds;
    return isWhole && judging === config.judging && judge?.bothOrders === config.judge?.bothOrders;
  }

  /** With the least that would do. */
  function tooLow(): Problem[] {
    const few = Math.min(config.maxRounds, Math.max(LEAST_ROUNDS.least, rules.rounds.min));
    const least = worstOf(shaped(cheapest(open.rounds ? leastRounds(LEAST_ROUNDS.least) : few)));
    const changes = [...(open.rounds ? [] : ["/maxRounds"]), ...open.closed];
    const freed = changes.length > 0 ? worstOf(opened(few)) : null;
    const problem = (name: "maxCostUsd" | "maxTokens", of: (worst: Estimate) => number): Problem[] => {
      const limit = config.budget?.[name];
      if (limit === undefined || limit >= of(least)) return [];
      const [sum, less] = [of(least), freed && of(freed)];
      const offer =
        less !== null && less < sum
          ? `; ${less <= limit ? "it fits" : `${less} would do`} without ${changes.map((pointer) => pointer.slice(1)).join(", ")}`
          : "";
      const detail = `is below the least that this debate can be held for: ${sum} would do${offer}`;
      return [{ pointer: `/limits/${name}`, detail }];
    };
    return [...problem("maxCostUsd", ({ costUsd }) => wholeCents(costUsd ?? 0)), ...problem("maxTokens", tokensOf)];
  }

  /** As if the request had given nothing. */
  function opened(few: number): DebateConfig {
    const judge = config.judge && {
      ...withoutGuidance(config.judge),
      ...(config.judge.bothOrders && { bothOrders: false }),
    };
    const isJudged = rules.judging === "every-round";
    return withEqualArm({
      ...fenced,
      judge,
      maxRounds: few,
      minRounds: Math.min(config.minRounds, few),
      ...(isJudged && { judging: "final-only" as const }),
      fitted: { thinking: THINKING.least, attempts: 1, given: [] },
    });
  }

  return { fit, asItIs, fits: () => fits(worstOf(fenced)) };
}

/** A judge who assesses no rounds guides nobody. */
export function withoutGuidance({ guides: _guides, ...judge }: JudgeConfig): JudgeConfig {
  return judge;
}

/** A request that asks for so many rounds gets them as far as its limits reach. */
function isLong({ maxRounds, participants }: DebateConfig, request: Asked): boolean {
  return request.maxRounds !== undefined && maxRounds * participants.length ** 2 > MOST_WALKED;
}

/** The highest number in a range for which something holds that holds for its least. */
function highest(least: number, most: number, holds: (n: number) => boolean, step = 1): number {
  let [low, high] = [least, most];
  if (high > low && holds(high)) return high;
  while (high - low > step) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function tokensOf({ inputTokens, outputTokens }: Estimate): number {
  return inputTokens + outputTokens;
}
