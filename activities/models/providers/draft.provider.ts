/** The reply so far, kept apart from the call so that it survives a fault. */
import { wellFormedIn } from "../../../domain/base/text/well-formed.ts";
import type { Oddity } from "../base/port.model.ts";
import type { Search, Source, ToolCall } from "../base/tools.model.ts";
import type { TokenUsage } from "../base/usage.model.ts";
import { piecesOf } from "../hearing/content.model.ts";
import { createJoiner } from "../hearing/joiner.ts";
import { textOf } from "../hearing/shapes.ts";
import { createThoughtFilter } from "../hearing/thoughts.ts";

/**
 * Why a reply ended. `open`: it has not, or the stream was cut. `broken`: the provider says that it failed. `paused`: the
 * provider goes on when it gets the reply back.
 */
export type Ending = "whole" | "paused" | "cut-off" | "refused" | "overflow" | "open" | "broken";

interface Listener {
  onDelta?: ((text: string) => void) | undefined;
  /** What was passed on so far were thoughts. */
  onUnsaid?: (() => void) | undefined;
}

export interface Draft {
  text: string;
  /** Text has come, though it may be held back, or be thoughts. */
  hasBegun: boolean;
  /** The model's explanation instead of an answer. */
  refusal: string;
  ending: Ending;
  /** The stream has ended by OpenAI's own mark. */
  isMarkedEnd: boolean;
  usage: TokenUsage | null;
  /** As the provider names it. */
  model: string | null;
  firstTokenMs: number | null;
  calls: ToolCall[];
  searches: Search[];
  sources: Source[];
  /** The reply as the API has it; only of a call with tools. */
  items: unknown[];
  oddities: Set<Oddity>;
  /** Nothing is said before thoughts are closed that were never opened, or the reply ends. */
  hold(): void;
  /** Takes a piece of the reply, text or parts: what is said is appended and passed on, and thoughts are not. */
  say(content: unknown): void;
  /** Takes a piece of the model's explanation instead of an answer. */
  refuse(piece: unknown): void;
  /** The reply has ended: what was held back is said. */
  end(): void;
  /** Milliseconds since the call began. */
  elapsedMs(): number;
}

/** The provider has told why the reply ended. */
export function isEnded({ ending }: Pick<Draft, "ending">): boolean {
  return ending !== "open" && ending !== "broken";
}

export function createDraft({ onDelta, onUnsaid }: Listener = {}): Draft {
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const joiner = createJoiner();
  const refusing = createJoiner();
  const thoughts = createThoughtFilter({
    say(text) {
      draft.text += text;
      onDelta?.(text);
    },
    think() {
      draft.oddities.add("thoughts");
    },
    unsay() {
      draft.oddities.add("thoughts-closed-alone");
      if (draft.text !== "") onUnsaid?.();
      draft.text = "";
    },
  });
  const draft: Draft = {
    text: "",
    hasBegun: false,
    refusal: "",
    ending: "open",
    isMarkedEnd: false,
    usage: null,
    model: null,
    firstTokenMs: null,
    calls: [],
    searches: [],
    sources: [],
    items: [],
    oddities: new Set(),
    elapsedMs,
    say(content) {
      for (const { kind, text } of piecesOf(content)) {
        if (kind === "odd") draft.oddities.add("content");
        else if (kind === "refusal") draft.refuse(text);
        if (text === "") continue;
        draft.firstTokenMs ??= elapsedMs();
        if (kind !== "said") continue;
        draft.hasBegun = true;
        thoughts.hear(joiner.join(text));
      }
    },
    refuse(piece) {
      draft.refusal += refusing.join(textOf(piece));
    },
    hold: () => thoughts.hold(),
    end() {
      thoughts.hear(joiner.end());
      thoughts.end();
      draft.refusal += refusing.end();
      const { model, calls, searches, sources, items } = draft;
      Object.assign(draft, wellFormedIn({ model, calls, searches, sources, items }));
    },
  };
  return draft;
}
