/** From which support on answers may be relied on: an abstention threshold, said only when it has been shown. */

import { fixedSequence } from "../../../domain/base/statistics/learn-then-test.ts";
import { shareOf } from "../../../domain/base/statistics/wilson.ts";
import type { KnownCase } from "../../../domain/judge/known-case.ts";
import { Support } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import { independentCases } from "./earned.rating.ts";
import type { Calibration } from "./schema.earned.ts";

/** Known outcomes, each of another question. */
export const FEWEST_CASES = 100;
/** Of 100: a winner's lead, and what ballots think how likely their answer is. */
const CLEAR = { margin: 10, probability: 75 };

/** `isClear`: of its own level it keeps clear answers alone. */
type Threshold = Pick<KnownCase, "level"> & { isClear: boolean };

/**
 * The strictest first: each keeps what the ones before it keep. They are chosen before anything is known of the tenant. Strong
 * answers are clear, and contested ones are not.
 */
const THRESHOLDS: Threshold[] = [
  { level: "strong", isClear: false },
  { level: "moderate", isClear: true },
  { level: "moderate", isClear: false },
  { level: "weak", isClear: true },
  { level: "weak", isClear: false },
  { level: "contested", isClear: false },
];

/** `right` and `confidence` in percent: at least so many are to be right, as sure as that. */
export function calibrationOf(
  known: readonly KnownCase[],
  { right, confidence }: { right: number; confidence: number },
): Calibration {
  const cases = independentCases(known);
  const demo = cases.some((one) => one.demo);
  const asked = { cases: cases.length, demo, fewest: FEWEST_CASES, right, confidence };
  if (cases.length < FEWEST_CASES) return { ...asked, thresholds: [], threshold: null, says: null };
  const thresholds = fixedSequence(keptBy(cases), { risk: (100 - right) / 100, delta: (100 - confidence) / 100 });
  const threshold = thresholds.findLast(({ outcome }) => outcome === "shown") ?? null;
  return { ...asked, thresholds, threshold, says: threshold && sentence(threshold, { cases, right, confidence }) };
}

/** Without thresholds that keep no answer more than the one before: nothing is known of what they would add. */
function keptBy(cases: KnownCase[]) {
  const counted = THRESHOLDS.map((threshold) => ({
    ...threshold,
    ...shareOf(
      cases.filter((one) => isKept(one, threshold)),
      ({ isRight }) => isRight,
    ),
  }));
  return counted.filter(({ of }, i) => of > (counted[i - 1]?.of ?? 0));
}

function isKept({ level, margin, probability }: KnownCase, threshold: Threshold): boolean {
  const stricter = rankOf(threshold.level) - rankOf(level);
  if (stricter !== 0) return stricter > 0;
  const isClear = (margin ?? 0) >= CLEAR.margin || (probability ?? 0) >= CLEAR.probability;
  return isClear || !threshold.isClear;
}

function rankOf(level: KnownCase["level"]): number {
  return Support.shape.level.options.indexOf(level);
}

interface Claim {
  cases: KnownCase[];
  right: number;
  confidence: number;
}

/** Names only levels of which answers are known. */
function sentence({ level, isClear }: Threshold, { cases, right, confidence }: Claim): string {
  const isWhole = (one: KnownCase["level"]) => rankOf(one) < rankOf(level) || (one === level && !isClear);
  const isKnown = (one: KnownCase["level"]) => cases.some((each) => each.level === one);
  const whole = Support.shape.level.options.filter((one) => isWhole(one) && isKnown(one));
  const ways = [
    ...(whole.length > 0 ? [`Answers with ${listed(whole)} support`] : []),
    ...(isClear ? [`${whole.length > 0 ? "clear ones" : "Clear answers"} with ${level} support`] : []),
  ];
  // Their mean was tested, and none of its parts.
  const together = ways.length > 1 || whole.length > 1 ? ", taken together," : "";
  return `${ways.join(", and ")}${together} are right in at least ${right} %, at ${confidence} % confidence.`;
}

/** "strong, moderate or weak" */
function listed(names: string[]): string {
  const [last = "", ...before] = names.toReversed();
  return before.length > 0 ? `${before.toReversed().join(", ")} or ${last}` : last;
}
