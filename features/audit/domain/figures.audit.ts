/** The figures of an audit: what is counted for each, and what it means. */

import type { Difference, Proportion } from "../../../domain/base/statistics/wilson.ts";
import type { AuditCounts } from "./counts.audit.ts";
import {
  againstChance,
  againstZero,
  CHANCE,
  type Judgement,
  judgeConsistency,
  judgeFlips,
  judgeInvalid,
  judgeLength,
  judgePadding,
  judgeStyleCoverage,
  judgeTieCoverage,
} from "./judgements.ts";

export interface AuditFigure {
  name: string;
  title: string;
  unit: "percent" | "points";
  /** null if nothing was counted. `low` and `high` bound the 95 % interval. */
  value: number | null;
  low: number | null;
  high: number | null;
  count: number;
  of: number;
  /** Of a difference: the counts of the share that is taken off. */
  against?: Difference["against"];
  judgement: string;
  /** The pairs without which it was not measured. */
  needs?: string;
}

interface FigureRow extends Pick<AuditFigure, "name" | "title"> {
  /** Left out: percent. */
  unit?: AuditFigure["unit"];
  /** Taken off the share. */
  zero?: number;
  counted: keyof AuditCounts;
  judge: Judgement;
  /** The pairs without which it cannot be measured. */
  needs?: string;
}

const TIES = "pairs whose `better` is `tie`";
const OWN = "pairs whose `by` names the judge's family once";
const BOTH_LABELS = "pairs whose better one is `a`, others whose better one is `b`";
const FLUENT = "pairs with `fluent`, some whose better one it is, and some whose worse one";
const UNLABELLED = "pairs without `better`";

const ROWS: FigureRow[] = [
  { name: "swapConsistency", title: "swap consistency", counted: "swapConsistency", judge: judgeConsistency },
  placeRow("first", "firstShown"),
  placeRow("last", "lastShown"),
  { name: "tieFlips", title: "flips on near-ties", counted: "tieFlips", judge: judgeFlips, needs: TIES },
  { name: "tieCoverage", title: "· their coverage", counted: "tieCoverage", judge: judgeTieCoverage, needs: TIES },
  { name: "lengthBias", title: "length bias", counted: "padded", judge: judgeLength },
  {
    name: "lengthBiasSelf",
    title: "· against itself",
    counted: "paddedSelf",
    judge: judgePadding("the same argument without the padding"),
  },
  {
    name: "lengthBiasBetter",
    title: "· against the better",
    counted: "paddedBetter",
    judge: judgePadding("a better argument"),
  },
  {
    name: "styleBias",
    title: "style bias",
    counted: "styled",
    judge: againstChance({
      above: "It prefers a text for its layout or its confident words: both texts say the same.",
      below: "It prefers plain prose to the same content laid out, or worded with confidence.",
      within: "Which style wins is within chance.",
    }),
  },
  { name: "styleCoverage", title: "· its coverage", counted: "styleCoverage", judge: judgeStyleCoverage },
  {
    name: "styleBiasMarkdown",
    title: "· Markdown against prose",
    counted: "markdown",
    judge: againstChance({
      above: "It prefers Markdown to the same words as prose.",
      below: "It prefers prose to the same words in Markdown.",
      within: "Any preference is within chance.",
    }),
  },
  {
    name: "styleBiasConfident",
    title: "· confident against plain",
    counted: "confident",
    judge: againstChance({
      above: "It prefers the text that says how certain it is.",
      below: "It disadvantages the text that says how certain it is.",
      within: "Any preference is within chance.",
    }),
  },
  {
    name: "persuasiveWrong",
    title: "persuasive but wrong",
    counted: "persuasiveWrong",
    judge: againstChance({
      above: "The persuasive error mostly beats the truth: do not let it rule on what it cannot check.",
      below: "The truth mostly beats the persuasive error.",
      within: "Whether the truth or the persuasive error wins is within chance.",
    }),
    needs: FLUENT,
  },
  {
    name: "plainWrong",
    title: "· plain but wrong",
    counted: "plainWrong",
    judge: () => "So often it errs where the truth is the persuasive text.",
    needs: FLUENT,
  },
  {
    name: "persuaded",
    title: "· owed to persuasion",
    counted: "persuaded",
    unit: "points",
    judge: againstZero({
      above: "It errs more often where the error is told persuasively.",
      below: "It errs less often where the error is told persuasively: it distrusts persuasion.",
      within: "Whether persuasion leads it is within chance.",
    }),
    needs: FLUENT,
  },
  {
    name: "accuracy",
    title: "accuracy",
    counted: "accuracy",
    judge: againstChance({
      above: "It finds the better argument more often than a coin would.",
      below: "A coin would find the better argument more often.",
      within: "It is not distinguishable from a coin.",
    }),
  },
  {
    name: "kept",
    title: "both orders agree",
    counted: "kept",
    judge: () => "So many pairs are left to whoever abstains where the orders disagree.",
  },
  {
    name: "keptAccuracy",
    title: "· accuracy there",
    counted: "keptAccuracy",
    judge: againstChance({
      above: "Where its orders agree, it mostly finds the better argument.",
      below: "Where its orders agree, it mostly finds the worse argument.",
      within: "Even where its orders agree, it is not distinguishable from a coin.",
    }),
  },
  {
    name: "ownChosen",
    title: "own family's text won",
    counted: "ownChosen",
    judge: () => "This is no bias by itself: its family's texts may be the better ones.",
    needs: OWN,
  },
  {
    name: "ownOverOthers",
    title: "· more than by others",
    counted: "ownOverOthers",
    unit: "points",
    judge: againstZero({
      above: "It chooses its own family's text more often than other judges do.",
      below: "It chooses its own family's text less often than other judges do.",
      within: "Whether it chooses its own family's text more often than other judges do is within chance.",
    }),
    needs: `${OWN}, and other judges (\`--beside\`)`,
  },
  {
    name: "selfPreference",
    title: "self-preference",
    counted: "selfPreference",
    unit: "points",
    judge: againstZero({
      above: "It errs for its own family more often than against it: let another family judge.",
      below: "It errs against its own family more often than for it.",
      within: "Whether it favours its own family is within chance.",
    }),
    needs: `${OWN}, some with the better text by that family, some by another`,
  },
  {
    name: "sensitivity",
    title: "finds a where a is better",
    counted: "sensitivity",
    judge: () => "Counted where both orders agree.",
    needs: BOTH_LABELS,
  },
  {
    name: "specificity",
    title: "finds b where b is better",
    counted: "specificity",
    judge: () => "Counted where both orders agree.",
    needs: BOTH_LABELS,
  },
  {
    name: "winsOfA",
    title: "a wins, without labels",
    counted: "winsOfA",
    judge: () => "As judged, where both orders agree. It carries the judge's errors.",
    needs: UNLABELLED,
  },
  {
    name: "winsOfACorrected",
    title: "· corrected for errors",
    counted: "winsOfACorrected",
    judge: againstChance({
      above: "Corrected for the judge's errors, a is better more often than b.",
      below: "Corrected for the judge's errors, b is better more often than a.",
      within: "Corrected for the judge's errors, neither is better more often, within chance.",
    }),
    needs: `${UNLABELLED}, ${BOTH_LABELS}, and a judge that finds them more often than a coin`,
  },
  { name: "invalid", title: "invalid answers", counted: "invalid", judge: judgeInvalid },
];

function placeRow(place: "first" | "last", counted: keyof AuditCounts): FigureRow {
  const judge = againstChance({
    above: `It prefers the argument shown ${place}.`,
    below: `It disadvantages the argument shown ${place}.`,
    within: "Any preference is within chance.",
  });
  return {
    name: `${place}PositionBias`,
    title: `${place}-position bias`,
    counted,
    unit: "points",
    zero: CHANCE,
    judge,
  };
}

/** Figures in percent, or in percentage points from 50 %, each with a sentence on its meaning. */
export function figuresOf(counts: AuditCounts): AuditFigure[] {
  return ROWS.map((row) => figureOf(row, counts[row.counted]));
}

function figureOf({ name, title, unit = "percent", zero = 0, judge, needs }: FigureRow, counted: Counted): AuditFigure {
  const { share, low, high, count, of, against } = counted;
  const known = share !== null && low !== null && high !== null ? { share, low, high } : null;
  const shown = (value: number | null) => (value === null ? null : tenth(value - zero));
  return {
    name,
    title,
    unit,
    value: shown(share),
    low: shown(low),
    high: shown(high),
    count,
    of,
    ...(against && { against }),
    ...(known ? { judgement: judge(known) } : unmeasured(needs)),
  };
}

function unmeasured(needs: string | undefined): Pick<AuditFigure, "judgement" | "needs"> {
  return needs ? { judgement: `Not measured: it needs ${needs}.`, needs } : { judgement: "Nothing could be measured." };
}

type Counted = Proportion & Partial<Pick<Difference, "against">>;

function tenth(share: number): number {
  return Math.round(share * 1000) / 10;
}
