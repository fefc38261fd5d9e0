/** Long texts of the owner take part in an estimate by their size: building each prompt of 400,000 characters takes seconds. */

import { fencesOf } from "../../prompts/fences/fences.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";

type Count = (text: string) => number;

/** Characters. Shorter texts stay, so that their prompts are counted as they are sent. */
const SHORT = 1_000;
/** Encloses the number of an omitted text. A private-use character, which no prompt of ours contains. */
const MARK = "\uE001";
const LEFT_OUT = new RegExp(`${MARK}(\\d+)${MARK}`);

interface Brief {
  config: DebateConfig;
  count: Count;
  /** A text that counts as so many tokens. */
  markOf(tokens: number): string;
}

/** Replaces long texts of the configuration by marks; the returned count includes the texts behind the marks. */
export function inBrief(config: DebateConfig, count: Count): Brief {
  const sizes: number[] = [];
  const markOf = (tokens: number) => `${MARK}${sizes.push(tokens) - 1}${MARK}`;
  const { escape } = fencesOf(config);
  const brief = (text: string) => (text.length <= SHORT ? text : markOf(count(escape(text))));
  return {
    config: withTexts(config, brief),
    markOf,
    // Between two texts a split leaves the number of the one that was there.
    count: (text) =>
      text.split(LEFT_OUT).reduce((sum, part, i) => sum + (i % 2 === 0 ? count(part) : (sizes[Number(part)] ?? 0)), 0),
  };
}

function withTexts(config: DebateConfig, brief: (text: string) => string): DebateConfig {
  const { context, exhibits, judge } = config;
  const part = <T extends { systemPrompt?: string; instructions?: string; persona?: string }>(one: T): T => ({
    ...one,
    ...(one.systemPrompt && { systemPrompt: brief(one.systemPrompt) }),
    ...(one.instructions && { instructions: brief(one.instructions) }),
    ...(one.persona && { persona: brief(one.persona) }),
  });
  return {
    ...config,
    topic: brief(config.topic),
    ...(context !== undefined && { context: brief(context) }),
    ...(exhibits && { exhibits: exhibits.map((exhibit) => ({ ...exhibit, text: brief(exhibit.text) })) }),
    participants: config.participants.map((p) => ({ ...part(p), position: brief(p.position) })),
    judge: judge && part(judge),
  };
}
