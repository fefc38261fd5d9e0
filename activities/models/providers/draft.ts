/** The reply so far, kept apart from the call so that it survives a fault. */
import type { Search, Source, ToolCall } from "../tools.ts";
import type { TokenUsage } from "../usage.ts";

/** Why a reply ended. `open`: the stream was cut. `paused`: the provider goes on when it gets the reply back. */
export type Ending = "whole" | "paused" | "cut-off" | "refused" | "overflow" | "open";

export interface Draft {
  text: string;
  /** The model's explanation instead of an answer. */
  refusal: string;
  ending: Ending;
  usage: TokenUsage | null;
  /** As the provider names it. */
  model: string | null;
  firstTokenMs: number | null;
  calls: ToolCall[];
  searches: Search[];
  sources: Source[];
  /** The reply as the API has it; only of a call with tools. */
  items: unknown[];
  /** Appends a piece of the reply and passes it on. What is no text says nothing. */
  say(text: unknown): void;
  /** Milliseconds since the call began. */
  elapsedMs(): number;
}

export function createDraft(onDelta?: (text: string) => void): Draft {
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const draft: Draft = {
    text: "",
    refusal: "",
    ending: "open",
    usage: null,
    model: null,
    firstTokenMs: null,
    calls: [],
    searches: [],
    sources: [],
    items: [],
    elapsedMs,
    say(text) {
      if (typeof text !== "string" || text === "") return;
      draft.firstTokenMs ??= elapsedMs();
      draft.text += text;
      onDelta?.(text);
    },
  };
  return draft;
}
