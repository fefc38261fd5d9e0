/**
 * What the counts of an audit mean. Reference figures: L. Zheng et al., "Judging LLM-as-a-judge with MT-Bench and Chatbot
 * Arena" (2023): GPT-4 kept its verdict in 65 % of swaps, older models in 24–46 %; lists padded with repetitions fooled
 * weaker judges in 91 % of cases.
 */
import type { AuditCounts } from "./audit.ts";
import type { Proportion } from "./wilson.ts";

const GPT4_SWAP = 0.65;
const OLDER_SWAP = 0.46;
const FOOLED = 0.91;
const CHANCE = 0.5;

export interface AuditFigure {
  name: string;
  title: string;
  /** `points`: percentage points away from 50 %. */
  unit: "percent" | "points";
  /** Null when there was nothing to count; so are the ends of the 95 % interval. */
  value: number | null;
  low: number | null;
  high: number | null;
  count: number;
  of: number;
  judgement: string;
}

interface Known {
  share: number;
  low: number;
  high: number;
}

interface FigureRow {
  name: string;
  title: string;
  counted: keyof AuditCounts;
  unit: AuditFigure["unit"];
  judge: (known: Known) => string;
}

const ROWS: FigureRow[] = [
  {
    name: "swapConsistency",
    title: "swap consistency",
    counted: "swapConsistency",
    unit: "percent",
    judge: judgeConsistency,
  },
  {
    name: "firstPositionBias",
    title: "first-position bias",
    counted: "firstShown",
    unit: "points",
    judge: (known) => judgePlace(known, "first"),
  },
  {
    name: "lastPositionBias",
    title: "last-position bias",
    counted: "lastShown",
    unit: "points",
    judge: (known) => judgePlace(known, "last"),
  },
  { name: "lengthBias", title: "length bias", counted: "padded", unit: "percent", judge: judgeLength },
  {
    name: "lengthBiasSelf",
    title: "· against itself",
    counted: "paddedSelf",
    unit: "percent",
    judge: (known) => judgePadding(known, "the same argument without the padding"),
  },
  {
    name: "lengthBiasBetter",
    title: "· against the better",
    counted: "paddedBetter",
    unit: "percent",
    judge: (known) => judgePadding(known, "a better argument"),
  },
  { name: "accuracy", title: "accuracy", counted: "accuracy", unit: "percent", judge: judgeAccuracy },
  { name: "invalid", title: "invalid answers", counted: "invalid", unit: "percent", judge: judgeInvalid },
];

/** One figure a row, in percent or points, each with a sentence on what it says. */
export function figuresOf(counts: AuditCounts): AuditFigure[] {
  return ROWS.map((row) => figureOf(row, counts[row.counted]));
}

function figureOf({ name, title, unit, judge }: FigureRow, { share, low, high, count, of }: Proportion): AuditFigure {
  const known = share !== null && low !== null && high !== null ? { share, low, high } : null;
  const shown = (value: number | null) => (value === null ? null : tenth(unit === "points" ? value - CHANCE : value));
  return {
    name,
    title,
    unit,
    value: shown(share),
    low: shown(low),
    high: shown(high),
    count,
    of,
    judgement: known ? judge(known) : "Nothing could be measured.",
  };
}

/** Percent to one decimal. */
function tenth(share: number): number {
  return Math.round(share * 1000) / 10;
}

function judgeConsistency({ low, high }: Known): string {
  if (low > GPT4_SWAP) return "It keeps its verdict more often than GPT-4 did (65 %).";
  if (high < OLDER_SWAP) return "It is worse than the best of the older models (24–46 %): do not trust a single order.";
  if (high < GPT4_SWAP) return "It keeps its verdict less often than GPT-4 did (65 %): ask in both orders.";
  return "It can not be told apart from GPT-4 (65 %) by so few pairs.";
}

function judgePlace({ low, high }: Known, place: "first" | "last"): string {
  if (low > CHANCE) return `It prefers whoever is shown ${place}.`;
  if (high < CHANCE) return `It holds it against an argument to be shown ${place}.`;
  return "No preference can be told from chance.";
}

function judgeLength({ low, high }: Known): string {
  if (high < CHANCE) return "Padding loses more often than not; weaker judges fell for it in 91 % of cases.";
  if (low <= CHANCE) return "Whether padding helps can not be told from chance; it should harm.";
  if (low > FOOLED) return "Padding fools it even more often than weaker judges (91 %).";
  if (high >= FOOLED) return "Padding fools it about as often as weaker judges (91 %).";
  return "It prefers the longer text, if less often than weaker judges did (91 %).";
}

function judgePadding({ low, high }: Known, than: string): string {
  if (low > CHANCE) return `A padded argument mostly beats ${than}.`;
  if (high < CHANCE) return `A padded argument seldom beats ${than}.`;
  return `Whether a padded argument beats ${than} more often than not can not be told from chance.`;
}

function judgeAccuracy({ low, high }: Known): string {
  if (low > CHANCE) return "It finds the better argument more often than a coin would.";
  if (high < CHANCE) return "A coin would find the better argument more often.";
  return "It can not be told apart from a coin.";
}

function judgeInvalid({ share }: Known): string {
  if (share === 0) return "Every answer was a verdict.";
  return "These gave no verdict, even when asked again with the faults listed, and count nowhere else.";
}
