/** What is simulated, chosen before anything was counted. */

import type { Bench } from "./bench.ts";
import type { World } from "./world.ts";

/**
 * With it nine judges of seven families carry about two independent votes, as nine real ones did (arXiv 2605.29800). How
 * much of it is a family's, and how much a model's, is a convention.
 */
const JOINT = { all: 0.35, family: 0.3, model: 0.3 };
/** Easy, middling and hard questions. Judges have no bias. */
const PLAIN = {
  title: "no bias",
  accuracy: [0.9, 0.7, 0.55],
  reading: 0.8,
  persuasion: 0.75,
  joint: JOINT,
  sureness: 0.5,
};

const EMPTY = { ...PLAIN, title: "nothing is true", accuracy: [0.5], reading: 0.5, persuasion: 0.5 };

export const WORLDS = {
  plain: PLAIN,
  /** Ballots know nothing, agree, and are sure of it. */
  empty: EMPTY,
  doubtful: { ...EMPTY, title: "nothing is true, and ballots say so", sureness: 0 },
  /** GPT-4 kept 65 % of its verdicts when the order was swapped (Zheng et al., 2023). */
  firstShown: { ...PLAIN, title: "30 % prefer the first shown", bias: { firstShown: 0.3 } },
  lastSpoken: { ...PLAIN, title: "30 % prefer the last to speak", bias: { lastSpoken: 0.3 } },
  ownFamily: { ...PLAIN, title: "30 % prefer their own family", bias: { ownFamily: 0.3 } },
} satisfies Record<string, World & { title: string }>;

const FAMILIES = ["anthropic/a", "google/a", "meta/a"];
const SEVEN = [...FAMILIES, "cohere/a", "deepseek/a", "qwen/a", "xai/a"];

export const BENCHES = {
  once: { title: "one judge, one order", judges: ["anthropic/a"], oneOrder: true },
  one: { title: "one judge", judges: ["anthropic/a"] },
  copies: { title: "one model thrice", judges: ["anthropic/a", "anthropic/a", "anthropic/a"] },
  family: { title: "three models of one family", judges: ["anthropic/a", "anthropic/b", "anthropic/c"] },
  families: { title: "three families", judges: FAMILIES },
  familiesOnce: { title: "three families, one order", judges: FAMILIES, oneOrder: true },
  twin: { title: "three families, and the twin", judges: FAMILIES, twin: true },
  seven: { title: "seven families", judges: SEVEN },
  oneRelated: { title: "three families, one of them a debater's", judges: ["openai/a", "google/a", "meta/a"] },
  allRelated: { title: "three models of a debater's family", judges: ["openai/a", "openai/b", "openai/c"] },
} satisfies Record<string, Bench & { title: string }>;

/** Nine judges of seven families, each asked once. */
export const NINE: Bench = { judges: [...SEVEN, "anthropic/b", "google/b"], oneOrder: true };

export type Row = readonly [world: keyof typeof WORLDS, bench: keyof typeof BENCHES];

export const ROWS: readonly Row[] = [
  ["plain", "once"],
  ["plain", "one"],
  ["plain", "copies"],
  ["plain", "family"],
  ["plain", "families"],
  ["plain", "seven"],
  ["plain", "twin"],
  ["empty", "one"],
  ["empty", "copies"],
  ["empty", "family"],
  ["empty", "families"],
  ["empty", "seven"],
  ["empty", "twin"],
  ["doubtful", "twin"],
  ["firstShown", "once"],
  ["firstShown", "one"],
  ["firstShown", "familiesOnce"],
  ["firstShown", "families"],
  ["lastSpoken", "families"],
  ["lastSpoken", "twin"],
  ["ownFamily", "families"],
  ["ownFamily", "oneRelated"],
  ["ownFamily", "allRelated"],
];

/** How often the right side argues better, and how often a ballot answers as the winner that it names. */
export const PERSUASIONS = {
  even: persuading(0.5),
  most: persuading(0.6),
  usual: persuading(PLAIN.persuasion),
  nearlyAll: persuading(0.9),
  led: persuading(0.6, 0.5),
};

function persuading(persuasion: number, winnersAnswer = 0): World & { title: string } {
  const title = `the right side argues better in ${percent(persuasion)}`;
  return {
    ...PLAIN,
    title: winnersAnswer > 0 ? `${title}; ${percent(winnersAnswer)} of the ballots answer as the winner` : title,
    persuasion,
    bias: { winnersAnswer },
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
