/** Tokens of a call's input in a case: its frame, what is shown of the debate, and what a provider adds. */
import { type Catalogue, modelId } from "../catalogue.ts";
import type { ModelRef } from "../plan.ts";
import { marginOf } from "../tokens.ts";
import type { CaseName } from "./cases.ts";
import type { Frame } from "./prompts.ts";
import type { Sum } from "./shown.ts";

export interface Content {
  frame: Frame;
  seen: Sum;
  /** Those of them that stand in no fence. */
  own: number;
  /** Tokens that stand neither in the frame nor in turns. */
  more: number;
}

/** What frames a message, by OpenAI's account, and what Anthropic adds for tools, by its own, rounded up. */
export const MESSAGE = 4;
export const STRUCTURED = 500;
/** What was wrong with an answer is told with 1,000 characters at most. */
export const FAULTS = 300;

/** `fences`: tokens around a turn. `overfull` is told when it is more than the model's window. */
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
  return (model: ModelRef & { contextWindow?: number }, content: Content): number => {
    const size = Math.max(1, SIZES[name](content, input.fences, marginOf(model)));
    const id = modelId(model);
    const window = windowOf(model, id);
    if (size > window) overfull(id);
    return size;
  };
}

const SIZES: Record<CaseName, (content: Content, fences: number[], margin: number) => number> = {
  // Texts that are joined may be a token shorter than apart.
  lowest: ({ frame, seen, own, more }, fences, margin) =>
    Math.floor((frame.tokens + seen.tokens + more + (seen.blocks - own) * (Math.min(...fences) - 1)) / margin),
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
