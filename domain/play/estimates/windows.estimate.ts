/** How context windows change an estimate: prompts stop growing, at the cost of summaries. */

import { TIGHT } from "../../rules/context/thresholds.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { CallSettings } from "../../shapes/catalogue/model-ref.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { LONGEST_OUTPUT } from "../acts/summarize-transcript.ts";
import type { CaseName } from "../assumptions/cases.ts";
import { summarizesAbove } from "../context/summarizes.ts";
import { roomOf } from "../context/windows.context.ts";
import type { Sum } from "./shown.estimate.ts";

/** Who reads or writes, with what its window leaves. */
export type Reader = Omit<CallSettings, "temperature">;

interface Call {
  model: Reader;
  input: number;
  output: number;
}

/** Tokens of a summary's reply. */
const SUMMARY = { likely: 400, worst: LONGEST_OUTPUT };
/** At the least a summary leaves the newer half of what took 80 % of the smallest window; margins aside. */
const LEAST_LEFT = 0.2;
const MOST_IN_A_ROW = 4;

export function createWindows(debate: { config: DebateConfig; catalogue: Catalogue; name: CaseName }) {
  const { config, catalogue, name } = debate;
  const { strategy = "auto", summarizer } = config.contextWindow ?? {};
  const pure = strategy === "truncate" || strategy === "window";
  const above = pure ? null : summarizesAbove(config);
  const windows = new Map<string, number>();
  let condensed: Sum = { tokens: 0, blocks: 0 };

  function capacityOf(model: Reader): number {
    const key = `${model.provider}/${model.model} ${model.contextWindow} ${model.maxOutputTokens}`;
    const known = windows.get(key);
    if (known !== undefined) return known;
    const capacity = roomOf(catalogue, model).capacity ?? Infinity;
    windows.set(key, capacity);
    return capacity;
  }

  const readers: Reader[] = [...config.participants, ...(config.judge ? [config.judge] : [])];
  const smallest = Math.min(...readers.map(capacityOf));

  function summariesFor(model: Reader, { size, seen }: { size: number; seen: Sum }): Call[] {
    const capacity = capacityOf(model);
    if (above === null || size <= above * capacity || name === "lowest") return [];
    const writer: Reader = summarizer ? { maxOutputTokens: SUMMARY.worst, ...summarizer } : (config.judge ?? model);
    const half = Math.ceil((seen.tokens - condensed.tokens) / 2);
    if (name === "likely") {
      condensed = { tokens: condensed.tokens + half, blocks: Math.ceil((seen.blocks + condensed.blocks) / 2) };
      return [{ model: writer, input: half + 2 * SUMMARY.likely, output: SUMMARY.likely }];
    }
    const inARow = Math.min(MOST_IN_A_ROW, 1 + Math.ceil(Math.log2(size / (TIGHT * capacity))));
    const call = { model: writer, input: Math.min(size, capacityOf(writer)), output: SUMMARY.worst };
    return Array.from({ length: inARow }, () => call);
  }

  return {
    /** The turns that are still shown word for word, in the likely case. */
    left: (seen: Sum): Sum => ({
      tokens: Math.max(0, seen.tokens - condensed.tokens),
      blocks: Math.max(0, seen.blocks - condensed.blocks),
    }),

    /** The size of a prompt once it fits, and the summaries that are made first. `bare`: its size without any turn. */
    fit(
      model: Reader,
      { size, bare, seen }: { size: number; bare: number; seen: Sum },
    ): { size: number; first: Call[] } {
      const capacity = capacityOf(model);
      if (name === "lowest")
        return { size: Math.min(size, Math.max(bare, Math.floor(LEAST_LEFT * smallest))), first: [] };
      const goal = name === "worst" || pure ? capacity : TIGHT * capacity;
      return { size: Math.floor(Math.max(1, Math.min(size, goal))), first: summariesFor(model, { size, seen }) };
    },
  };
}
