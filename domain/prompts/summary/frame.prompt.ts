/** The frame of every prompt for a summary. */

import { sentencesOf } from "../../base/text/sentences.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { fencesOf } from "../fences/fences.ts";
import { houseRules } from "../parts/frame.prompt-part.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";

interface SummaryFrame {
  config: DebateConfig;
  system: string;
  /** What is summarised, the facts first. */
  blocks: string[];
  task: string;
  /** Such as "2500 characters". */
  limit: string;
  faults?: string[] | undefined;
}

export function summaryPrompt({ config, system, blocks, task, limit, faults = [] }: SummaryFrame): Prompt {
  const fences = fencesOf(config);
  const lastBlock = [task, ...stricter(faults, { ...fences, ending: `Write at most ${limit}.` })].join("\n");
  return {
    system: [system, ...houseRules(config)].join("\n\n"),
    messages: [{ role: "user", content: [...blocks, lastBlock] }],
    source: "built-in",
  };
}

/** The previous summary, which the new one replaces too. */
export function earlierSummary(config: DebateConfig, text: string | undefined): string[] {
  return text === undefined ? [] : [`What was summarised before:\n${fencesOf(config).fence("summary", text)}`];
}

interface Limit {
  /** Of the beginning of a summary. */
  size: (text: string) => number;
  most: number;
  /** Such as "characters". */
  unit: string;
}

/**
 * A summary within its limit. A longer one ends with the last whole sentence that fits: it was paid for, and most of it
 * holds. Only one whose first sentence is too long is refused.
 */
export function readSummary(text: string, { size, most, unit }: Limit): Reading<string> {
  const summary = text.trim();
  if (size(summary) <= most) return { ok: true, value: summary };
  const ends = sentencesOf(summary).map(({ end }) => end);
  let fits = 0;
  for (let tooLong = ends.length; tooLong - fits > 1; ) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (size(summary.slice(0, ends[middle - 1])) <= most) fits = middle;
    else tooLong = middle;
  }
  const kept = summary.slice(0, fits === 0 ? 0 : ends[fits - 1]).trim();
  if (kept !== "") return { ok: true, value: kept };
  return { ok: false, faults: [`The summary has ${size(summary)} ${unit}: at most ${most} are allowed.`] };
}
