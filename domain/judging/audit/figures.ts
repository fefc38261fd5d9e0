/**
 * Interprets an audit's counts. Reference: L. Zheng et al., "Judging LLM-as-a-judge with MT-Bench and Chatbot Arena"
 * (2023): GPT-4 kept its verdict in 65 % of swaps, older models in 24–46 %; padding fooled weaker judges in 91 % of
 * cases.
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
  unit: "percent" | "points";
  /** null if nothing was counted. `low` and `high` bound the 95 % interval. */
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

interface FigureRow extends Pick<AuditFigure, "name" | "title"> {
  /** Left out: percent. */
  unit?: AuditFigure["unit"];
  counted: keyof AuditCounts;
  judge: (known: Known) => string;
}

const ROWS: FigureRow[] = [
  { name: "swapConsistency", title: "swap consistency", counted: "swapConsistency", judge: judgeConsistency },
  placeRow("first", "firstShown"),
  placeRow("last", "lastShown"),
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
    name: "accuracy",
    title: "accuracy",
    counted: "accuracy",
    judge: againstChance({
      above: "It finds the better argument more often than a coin would.",
      below: "A coin would find the better argument more often.",
      within: "It is not distinguishable from a coin.",
    }),
  },
  { name: "invalid", title: "invalid answers", counted: "invalid", judge: judgeInvalid },
];

function placeRow(place: "first" | "last", counted: keyof AuditCounts): FigureRow {
  const judge = againstChance({
    above: `It prefers the argument shown ${place}.`,
    below: `It disadvantages the argument shown ${place}.`,
    within: "Any preference is within chance.",
  });
  return { name: `${place}PositionBias`, title: `${place}-position bias`, counted, unit: "points", judge };
}

/** Figures in percent, or in percentage points from 50 %, each with a sentence on its meaning. */
export function figuresOf(counts: AuditCounts): AuditFigure[] {
  return ROWS.map((row) => figureOf(row, counts[row.counted]));
}

function figureOf(
  { name, title, unit = "percent", judge }: FigureRow,
  { share, low, high, count, of }: Proportion,
): AuditFigure {
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

function tenth(share: number): number {
  return Math.round(share * 1000) / 10;
}

function judgeConsistency({ low, high }: Known): string {
  if (low > GPT4_SWAP) return "It keeps its verdict more often than GPT-4 did (65 %).";
  if (high < OLDER_SWAP) return "It is worse than the best of the older models (24–46 %): do not trust a single order.";
  if (high < GPT4_SWAP) return "It keeps its verdict less often than GPT-4 did (65 %): ask in both orders.";
  return "These pairs are too few to distinguish it from GPT-4 (65 %).";
}

/** The sentence for an interval above, below or around 50 %. */
function againstChance(sentences: Record<"above" | "below" | "within", string>): FigureRow["judge"] {
  return ({ low, high }) => {
    if (low > CHANCE) return sentences.above;
    return high < CHANCE ? sentences.below : sentences.within;
  };
}

function judgeLength({ low, high }: Known): string {
  if (high < CHANCE) return "Padding loses more often than not; weaker judges fell for it in 91 % of cases.";
  if (low <= CHANCE) return "Whether padding helps is within chance; it should harm.";
  if (low > FOOLED) return "Padding fools it even more often than weaker judges (91 %).";
  if (high >= FOOLED) return "Padding fools it about as often as weaker judges (91 %).";
  return "It prefers the longer text, if less often than weaker judges did (91 %).";
}

function judgePadding(than: string): FigureRow["judge"] {
  return againstChance({
    above: `A padded argument mostly beats ${than}.`,
    below: `A padded argument seldom beats ${than}.`,
    within: `Whether a padded argument beats ${than} more often than not is within chance.`,
  });
}

function judgeInvalid({ share }: Known): string {
  if (share === 0) return "Every answer was a verdict.";
  return "These gave no verdict, even when asked again with the faults listed, and count nowhere else.";
}
