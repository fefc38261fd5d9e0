/**
 * Thoughts that open models write into their text: `<think>…</think>` at its head, a closing mark alone where the opening one
 * stood in the template of the prompt, and OpenAI's harmony format. They are told apart while the text streams, however it
 * is cut. A text that only speaks about such a mark keeps it.
 */

export interface Voice {
  say(text: string): void;
  think(text: string): void;
  /** All that was said so far were thoughts. */
  unsay(): void;
}

export interface ThoughtFilter {
  hear(piece: string): void;
  /** The model is known to close thoughts that it never opened: nothing is told until they are closed, or the reply ends. */
  hold(): void;
  /** The reply has ended: what was held back is told. */
  end(): void;
}

const NAMES = ["think", "thinking", "thought", "thoughts", "reasoning"];
/** OpenAI's harmony: `<|channel|>analysis<|message|>…<|end|>`, at last the channel `final`. */
const HARMONY = ["<|channel|>", "<|start|>"];
const OPENINGS = [...NAMES.map((name) => `<${name}>`), ...HARMONY];
const LONGEST_CLOSING = Math.max(...NAMES.map((name) => `</${name}>`.length));
/** A closing mark that has a line of its own. */
const ALONE = new RegExp(`(?:^|\\n)[ \\t]*</(?:${NAMES.join("|")})>[ \\t]*(?=\\n|$)`);
/** What may still become such a line, or the beginning of one. */
const PERHAPS_ALONE = /(?:^|\n)[ \t]*(?:<(?:\/[a-z]*>?)?[ \t]*)?$/;
const MARK = /<\|(start|channel|message|end|return|call|constrain)\|>/;

type State =
  | { at: "head" }
  | { at: "speech"; isLineStart: boolean }
  | { at: "thought"; closing: string }
  | { at: "harmony"; part: "header" | "final" | "other"; header: string };

export function createThoughtFilter(voice: Voice): ThoughtFilter {
  let held = "";
  let state: State = { at: "head" };
  /** A closing mark after an opening one is not alone. */
  let hasOpened = false;
  let isHolding = false;

  const steps: { [K in State["at"]]: (state: Extract<State, { at: K }>, isEnd: boolean) => boolean } = {
    /** Before the first word. True: there may be more to do. */
    head(_, isEnd) {
      const text = held.trimStart();
      const opening = OPENINGS.find((mark) => text.startsWith(mark));
      if (opening !== undefined) {
        hasOpened = true;
        const isHarmony = HARMONY.includes(opening);
        held = isHarmony ? text : text.slice(opening.length);
        state = isHarmony
          ? { at: "harmony", part: "header", header: "" }
          : { at: "thought", closing: opening.replace("<", "</") };
        return true;
      }
      if (!isEnd && OPENINGS.some((mark) => mark.startsWith(text))) return false;
      // What stands between thoughts and speech belongs to neither.
      if (hasOpened) held = text;
      state = { at: "speech", isLineStart: true };
      return held !== "";
    },
    thought({ closing }, isEnd) {
      const at = held.indexOf(closing);
      if (at >= 0) {
        tell("think", held.slice(0, at));
        held = held.slice(at + closing.length).trimStart();
        state = { at: "head" };
        return true;
      }
      flush("think", isEnd ? 0 : prefixAtEnd(held, [closing]));
      return false;
    },
    speech(now, isEnd) {
      const text = now.isLineStart ? held : `.${held}`;
      const shift = text.length - held.length;
      const alone = hasOpened ? null : ALONE.exec(text);
      // What follows decides whether the mark has the line for itself.
      if (alone && (isEnd || alone.index + alone[0].length < text.length)) {
        tell("think", held.slice(0, Math.max(0, alone.index - shift)));
        voice.unsay();
        held = held.slice(alone.index + alone[0].length - shift).trimStart();
        hasOpened = true;
        state = { at: "head" };
        return true;
      }
      if (isHolding && !hasOpened && !isEnd) return false;
      const perhaps = isEnd || hasOpened ? null : PERHAPS_ALONE.exec(text);
      const kept = perhaps && text.length - perhaps.index <= LONGEST_CLOSING + 80 ? text.length - perhaps.index : 0;
      const said = held.slice(0, held.length - Math.min(kept, held.length));
      if (said !== "") state = { at: "speech", isLineStart: said.endsWith("\n") };
      flush("say", Math.min(kept, held.length));
      return false;
    },
    harmony(now, isEnd) {
      const mark = MARK.exec(held);
      const kept = mark || isEnd ? 0 : prefixAtEnd(held, ["<|"]) || openMarkAtEnd(held);
      const text = mark ? held.slice(0, mark.index) : held.slice(0, held.length - kept);
      if (now.part === "header") now.header += text;
      else tell(now.part === "final" ? "say" : "think", text);
      held = mark ? held.slice(mark.index + mark[0].length) : held.slice(held.length - kept);
      if (!mark) return false;
      if (mark[1] === "message") now.part = /\bfinal\b/.test(now.header) ? "final" : "other";
      else if (mark[1] === "channel" || mark[1] === "start" || mark[1] === "constrain") now.part = "header";
      else now.part = "other";
      if (mark[1] === "start" || mark[1] === "channel") now.header = "";
      return held !== "";
    },
  };

  function tell(how: "say" | "think", text: string): void {
    if (text !== "") voice[how](text);
  }

  /** Tells all but the last so many characters. */
  function flush(how: "say" | "think", kept: number): void {
    const text = held.slice(0, held.length - kept);
    held = held.slice(held.length - kept);
    tell(how, text);
  }

  function work(isEnd: boolean): void {
    while ((steps[state.at] as (of: State, isEnd: boolean) => boolean)(state, isEnd));
  }

  return {
    hear(piece) {
      held += piece;
      work(false);
    },
    hold() {
      isHolding = true;
    },
    end() {
      // A request that was refused has said nothing: the next one begins at the head.
      if (held !== "" || state.at !== "head") work(true);
    },
  };
}

/** Length of the longest end of the text that begins one of the marks. */
function prefixAtEnd(text: string, marks: string[]): number {
  const longest = Math.max(...marks.map((mark) => mark.length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length--)
    if (marks.some((mark) => mark.startsWith(text.slice(-length)))) return length;
  return 0;
}

/** A mark that has begun and is not whole: `<|chan`. */
function openMarkAtEnd(text: string): number {
  const open = /<\|[a-z]*\|?$/.exec(text);
  return open ? text.length - open.index : 0;
}
