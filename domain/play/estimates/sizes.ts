/** Tokens of a call's input in a case: its frame, what is shown of the debate, and what a provider adds. */

import { MORE_THAN_SHORTEST } from "../../prompts/fences/fence-key.prompt.ts";
import { tokensOfImages } from "../../prompts/parts/shown.prompt-part.ts";
import { type Catalogue, modelId } from "../../shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../shapes/catalogue/model-ref.ts";
import type { Seer } from "../../shapes/images/sight.ts";
import { MESSAGE, marginOf, STRUCTURED } from "../../shapes/tokens.shape.ts";
import { type CaseName, FAULTS } from "../assumptions/cases.ts";
import type { Frame } from "./prompts.estimate.ts";
import type { Sum } from "./shown.estimate.ts";

export interface Content {
  frame: Frame;
  seen: Sum;
  /** How many of them have no fence. */
  own: number;
  /** Tokens outside the frame and the turns. */
  more: number;
}

/** `fences`: tokens around a turn. Calls `overfull` if the prompt exceeds the model's window. */
export function createSizer(input: {
  name: CaseName;
  catalogue: Catalogue;
  fences: number[];
  overfull: (model: string) => void;
}) {
  const { name, catalogue, overfull } = input;
  const windows = new Map<string, number>();
  const windowOf = (model: ModelRef & { contextWindow?: number }, id: string) => {
    const found = windows.get(id) ?? catalogue.model(model).contextWindow ?? Infinity;
    windows.set(id, found);
    return model.contextWindow ?? found;
  };
  return (model: Seer & { contextWindow?: number }, content: Content): number => {
    const words = Math.max(1, SIZES[name](content, input.fences, marginOf(model)));
    // How a provider scales images is known at most, so the lowest case is without.
    const size = name === "lowest" ? words : words + tokensOfImages(model, content.frame);
    const id = modelId(model);
    const window = windowOf(model, id);
    if (size > window) overfull(id);
    return size;
  };
}

/** One in each of its two marks. */
const KEYS_OF_FENCE = 2;

const SIZES: Record<CaseName, (content: Content, fences: number[], margin: number) => number> = {
  // Texts that are joined may be a token shorter than apart, and the debate's key shorter than the one that is measured.
  lowest: ({ frame, seen, own, more }, fences, margin) => {
    const words = frame.tokens - frame.keys * MORE_THAN_SHORTEST + seen.tokens + more;
    const fence = Math.min(...fences) - 1 - KEYS_OF_FENCE * MORE_THAN_SHORTEST;
    return Math.floor((words + (seen.blocks - own) * fence) / margin);
  },
  likely: ({ frame, seen, more }, fences, margin) => {
    const shown = seen.tokens + seen.blocks * Math.max(...fences);
    return Math.ceil(((frame.tokens + frame.schema + shown + more) * (1 + margin)) / 2);
  },
  worst: ({ frame, seen, more }, fences, margin) => {
    const shown = seen.tokens + seen.blocks * (Math.max(...fences) + MESSAGE);
    const structured = frame.schema > 0 ? frame.schema + STRUCTURED : 0;
    return Math.ceil((frame.tokens + structured + shown + more + FAULTS + frame.messages * MESSAGE) * margin);
  },
};
