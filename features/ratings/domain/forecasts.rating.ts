/** How likely a debate's judges held its answer to be, once it is known whether it is right. */

import { meanOf } from "../../../domain/base/statistics/bootstrap.ts";
import type { Forecast } from "../../../domain/base/statistics/calibration.ts";
import { isBenchs } from "../../../domain/judge/conclusion/as-bench.ts";
import { choiceAsked, isSameChoice } from "../../../domain/rules/judges/ballot-answer.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Ballot } from "../../../domain/shapes/schemas/ballot.ts";
import type { Result, VerdictResult } from "../../../domain/shapes/schemas/result.schema.ts";

/** A debate whose answer is known to be right or wrong. */
export interface Checked {
  config: DebateConfig;
  result: Result;
  isRight: boolean;
}

/**
 * By judge's model: the probability that its ballots give to the debate's answer, of both orders and all its seats the mean.
 * A judge is left out where a ballot of its does not say one: in debates from before, and where another answer than the
 * debate's may be wrong too.
 */
export function forecastsOf({ config, result, isRight }: Checked): Map<string, Forecast> {
  const answer = result.type === "verdict" ? standingAnswer(result, config) : null;
  if (answer === null) return new Map();
  const byJudge = Map.groupBy(
    result.ballots.filter(({ valid }) => valid),
    ({ judge }) => judge,
  );
  return new Map(
    [...byJudge].flatMap(([judge, cast]) => {
      const given = cast.map((ballot) => probabilityOf(answer, ballot, config));
      const known = given.filter((each) => each !== null);
      if (known.length < given.length) return [];
      return [[judge, { probability: meanOf(known), cameTrue: isRight }] as const];
    }),
  );
}

/**
 * What the bench answers, where the debate's winner or conclusion says the same: only then is it known to be right or wrong.
 * null: it answers none of the choices, or the debate says another.
 */
function standingAnswer({ bench, verdict, conclusion }: VerdictResult, config: DebateConfig): string | null {
  if (!bench || bench.disputed) return null;
  const { choice } = bench;
  if (config.ballotAnswers === "beside") return choice === wonBy(verdict, config) ? choice : null;
  return conclusion && !isBenchs(conclusion.answer, bench, config) ? null : choice;
}

/** The side on a motion, else the participant. */
function wonBy({ winner }: VerdictResult["verdict"], config: DebateConfig): string | null {
  const { side, participant = null } = winner ?? {};
  if (choiceAsked(config)?.of !== "motion") return participant;
  return side ?? config.participants.find(({ id }) => id === participant)?.side ?? null;
}

/** 0–1. Of two answers one is right, so a ballot for the other one says it as well. null: it says none. */
function probabilityOf(answer: string, { answer: own, probability }: Ballot, config: DebateConfig): number | null {
  if (!own || own.choice === null || probability === undefined) return null;
  if (isSameChoice(own.choice, answer, config.answers)) return probability / 100;
  return isOfTwo(config) ? 1 - probability / 100 : null;
}

function isOfTwo(config: DebateConfig): boolean {
  const asked = choiceAsked(config);
  if (asked?.of !== "form") return asked?.of === "motion";
  return asked.form.type === "choice" && asked.form.options.length === 2;
}
