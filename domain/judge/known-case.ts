/** An answer that is known to be right or wrong, with how far it was supported: rates by level are counted from these. */

import { scatter } from "../base/statistics/scatter.ts";
import { wordKey } from "../base/text/normalise-text.ts";
import type { DebateConfig } from "../shapes/plan/config.plan.ts";
import type { Support } from "../shapes/schemas/conclusion.schema.ts";

/** Where the outcome is from: its owner's report, which comes first, or the answer that was expected. */
export const CASE_SOURCES = ["owner", "expected"] as const;

export interface KnownCase {
  /** The debate's id. */
  debate: string;
  from: (typeof CASE_SOURCES)[number];
  level: Support["level"];
  /** Points of 100 by which the winner led; null: nobody won, nobody voted, or ballots gave the answer. */
  margin: number | null;
  /** The mean of the ballots that gave the answer, 0–100; null: none was asked for it. */
  probability: number | null;
  isRight: boolean;
  /** Equal for debates on one question, whose answers err alike. */
  question: string;
  /** The demo model spoke. */
  demo: boolean;
}

interface Known extends Pick<KnownCase, "debate" | "from" | "isRight"> {
  config: Pick<DebateConfig, "topic" | "context" | "exhibits" | "demo">;
  support: Counted;
}

/** What is counted of an answer. Not every support has a probability. */
export type Counted = Pick<Support, "level" | "margin"> & { probability?: number | null };

export function knownCase({ debate, from, isRight, config, support }: Known): KnownCase {
  const { level, margin, probability = null } = support;
  return { debate, from, level, margin, probability, isRight, question: questionOf(config), demo: config.demo };
}

/** 64 bits of the topic's words, the context and the exhibits. */
function questionOf({ topic, context = "", exhibits = [] }: Known["config"]): string {
  const asked = JSON.stringify([wordKey(topic), context, exhibits]);
  return [asked, `2${asked}`].map((text) => scatter(text).toString(16).padStart(8, "0")).join("");
}
