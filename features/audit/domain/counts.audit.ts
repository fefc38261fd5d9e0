/** Counts an audit's answers. Differences between the orders count only comparisons with valid verdicts in both. */

import { type Proportion, proportionOf, shareOf } from "../../../domain/base/statistics/wilson.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import { type AuditAnswer, twinsOf, winnerOf } from "./audit.ts";
import { correctedShare } from "./corrected.ts";
import { countSelfPreference, type SelfPreference } from "./self-preference.ts";
import { countSurface, type Surface } from "./surface.ts";

export interface AuditCounts extends SelfPreference, Surface {
  /** Both orders named the same winner, or none. */
  swapConsistency: Proportion;
  /** Of the verdicts with a winner, those for the argument shown first, and last. */
  firstShown: Proportion;
  lastShown: Proportion;
  /** The padded argument won: in all comparisons, and by kind. */
  padded: Proportion;
  paddedSelf: Proportion;
  paddedBetter: Proportion;
  /** The better argument won, if it is known. */
  accuracy: Proportion;
  /** Of the pairs, those with the same winner in both orders, and of these the right ones, if known. */
  kept: Proportion;
  keptAccuracy: Proportion;
  /** Of the near-ties, those with a winner in both orders, and of these the ones whose winner changed with the order. */
  tieCoverage: Proportion;
  tieFlips: Proportion;
  /** Of the kept pairs in which `a` (or `b`) is better, those in which it won. */
  sensitivity: Proportion;
  specificity: Proportion;
  /** Of the kept pairs without a label, those that `a` won: as judged, and corrected for the judge's errors. */
  winsOfA: Proportion;
  winsOfACorrected: Proportion;
  invalid: Proportion;
}

interface Audited {
  answers: AuditAnswer[];
  /** Of other judges, about the same pairs. */
  others?: AuditAnswer[];
  judge: ModelRef;
}

export function countAnswers({ answers, others = [], judge }: Audited): AuditCounts {
  const valid = answers.filter(({ choice }) => choice !== "invalid");
  const of = (comparison: AuditAnswer["probe"]["comparison"]) =>
    valid.filter(({ probe }) => probe.comparison === comparison);
  const swaps = twinsOf(of("swap"));
  const decided = swaps.flat().filter(({ choice }) => choice !== "none");
  const [self, better] = [of("padded-self"), of("padded-better")];
  const padded = (answer: AuditAnswer) => winnerOf(answer)?.dress === "padded";
  return {
    swapConsistency: shareOf(swaps, isStable),
    firstShown: shareOf(decided, ({ choice }) => choice === "first"),
    lastShown: shareOf(decided, ({ choice }) => choice === "last"),
    padded: shareOf([...self, ...better], padded),
    paddedSelf: shareOf(self, padded),
    paddedBetter: shareOf(better, padded),
    accuracy: shareOf(of("swap").filter(isLabelled), isRight),
    ...countTies(swaps.filter(([{ probe }]) => probe.better === "tie")),
    ...countKept(swaps),
    ...countSelfPreference({ answers, others, judge }),
    ...countSurface(answers),
    invalid: shareOf(answers, ({ choice }) => choice === "invalid"),
  };
}

type Twins = [AuditAnswer, AuditAnswer];

function isStable([one, other]: Twins): boolean {
  return winnerOf(one)?.from === winnerOf(other)?.from;
}

function isDecided(twins: Twins): boolean {
  return twins.every((answer) => winnerOf(answer) !== null);
}

function isLabelled({ probe: { better } }: AuditAnswer): boolean {
  return better === "a" || better === "b";
}

function isRight(answer: AuditAnswer): boolean {
  return winnerOf(answer)?.from === answer.probe.better;
}

function countTies(ties: Twins[]): Pick<AuditCounts, "tieCoverage" | "tieFlips"> {
  return {
    tieCoverage: shareOf(ties, isDecided),
    tieFlips: shareOf(ties.filter(isDecided), (twins) => !isStable(twins)),
  };
}

type Kept = Pick<AuditCounts, "kept" | "keptAccuracy" | "sensitivity" | "specificity" | "winsOfA" | "winsOfACorrected">;

/** Whoever abstains where the orders disagree keeps these pairs: each has one verdict. */
function countKept(swaps: Twins[]): Kept {
  const kept = swaps.filter((twins) => isDecided(twins) && isStable(twins));
  const verdicts = kept.map(([answer]) => answer);
  const labelled = (better: "a" | "b" | undefined) => verdicts.filter(({ probe }) => probe.better === better);
  const sensitivity = shareOf(labelled("a"), isRight);
  const specificity = shareOf(labelled("b"), isRight);
  const winsOfA = shareOf(labelled(undefined), (answer) => winnerOf(answer)?.from === "a");
  return {
    kept: proportionOf({ count: kept.length, of: swaps.length }),
    keptAccuracy: shareOf(verdicts.filter(isLabelled), isRight),
    sensitivity,
    specificity,
    winsOfA,
    winsOfACorrected: correctedShare({ judged: winsOfA, sensitivity, specificity }),
  };
}
