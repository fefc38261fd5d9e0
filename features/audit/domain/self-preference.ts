/** Whether a judge favours texts of its own model family, against the labels and against other judges. */

import { type Difference, differenceOf, type Proportion, shareOf } from "../../../domain/base/statistics/wilson.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import { type AuditAnswer, twinsOf, winnerOf } from "./audit.ts";
import { ownSide } from "./pairs.ts";

export interface SelfPreference {
  /** The own family's text won, in pairs with one such text. */
  ownChosen: Proportion;
  /** More often than with other judges, about the same pairs. */
  ownOverOthers: Difference;
  /** The own family's text won although the other is better, less the reverse. */
  selfPreference: Difference;
}

interface Audited {
  answers: AuditAnswer[];
  /** Of other judges, about the same pairs. */
  others: AuditAnswer[];
  judge: ModelRef;
}

/**
 * Compares pairs of which the judge's family wrote one text, in both orders. `selfPreference` is the bias of K. Wataoka
 * et al., "Self-preference bias in LLM-as-a-judge" (arXiv 2410.21819): how much more often the judge errs in favour of
 * its own family than against it, among pairs whose better text is known.
 */
export function countSelfPreference({ answers, others, judge }: Audited): SelfPreference {
  const own = ({ probe }: AuditAnswer) => ownSide(probe, judge);
  const swapsOf = (all: AuditAnswer[]) =>
    twinsOf(all.filter((answer) => answer.probe.comparison === "swap" && own(answer) !== null)).flat();
  const choosesOwn = (answer: AuditAnswer) => winnerOf(answer)?.from === own(answer);
  const isDecided = (answer: AuditAnswer) => winnerOf(answer) !== null;
  const verdicts = swapsOf(answers);
  const ownChosen = shareOf(verdicts.filter(isDecided), choosesOwn);
  const ownByOthers = shareOf(swapsOf(others).filter(isDecided), choosesOwn);
  const labelled = verdicts.filter(({ probe: { better } }) => better === "a" || better === "b");
  const [deserved, undeserved] = [true, false].map((is) =>
    labelled.filter((answer) => (answer.probe.better === own(answer)) === is),
  );
  const forItself = shareOf(undeserved ?? [], choosesOwn);
  const againstItself = shareOf(deserved ?? [], (answer) => isDecided(answer) && !choosesOwn(answer));
  return {
    ownChosen,
    ownOverOthers: differenceOf(ownChosen, ownByOthers),
    selfPreference: differenceOf(forItself, againstItself),
  };
}
