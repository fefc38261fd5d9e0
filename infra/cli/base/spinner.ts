/** What a person at a terminal waits for, and for how long, on one line that changes in place. */
import spinner from "yocto-spinner";

export interface Waiting {
  /** What is awaited from now on, or since a time in milliseconds; null: nothing. */
  show(what: string | null, since?: number): void;
  /** Hides the line while somebody is asked. */
  aside<T>(work: () => Promise<T>): Promise<T>;
}

/** Columns beside the text: the spinner, a space, and one that stays free. */
const MARGIN = 3;
const EVERY_MS = 1_000;

/** undefined where lines do not change: in a pipe, in CI, with `NO_COLOR`, and on a terminal that cannot do it. */
export function waitingOn(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Waiting | undefined {
  const { NO_COLOR, TERM } = env;
  if (!stream.isTTY || NO_COLOR || "CI" in env || TERM === "dumb") return undefined;
  // Signals are the commands' own.
  const line = spinner({ stream, handleSignals: false });
  let shown: { what: string; since: number } | null = null;
  let asides = 0;
  let timer: NodeJS.Timeout | undefined;
  const draw = () => {
    if (!shown || asides > 0) return stop();
    const text = `${shown.what}${lasting(Date.now() - shown.since)}`;
    line.text = fitted(text, (stream.columns || 80) - MARGIN);
    line.start();
    timer ??= setInterval(draw, EVERY_MS).unref();
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    line.stop();
  };
  // The cursor is hidden meanwhile, and a process may end at any time.
  process.once("exit", stop);
  return {
    show(what, since = Date.now()) {
      if (what === shown?.what) return;
      shown = what === null ? null : { what, since: Math.min(since, Date.now()) };
      draw();
    },
    async aside(work) {
      asides += 1;
      draw();
      try {
        return await work();
      } finally {
        asides -= 1;
        draw();
      }
    },
  };
}

/** ` · 7 s`, ` · 2 min 5 s`; nothing within the first second. */
export function lasting(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 1) return "";
  return seconds < 60 ? ` · ${seconds} s` : ` · ${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Cut off where it would not fit: a line that is broken in two cannot be drawn over. Letters beyond Latin may be wide. */
export function fitted(text: string, columns: number): string {
  const widthOf = (letter: string) => (letter > "\u02ff" ? 2 : 1);
  const letters = Array.from(text);
  const width = letters.reduce((sum, letter) => sum + widthOf(letter), 0);
  if (width <= columns) return text;
  let left = columns - widthOf("…");
  const end = letters.findIndex((letter) => (left -= widthOf(letter)) < 0);
  return `${letters.slice(0, end).join("").trimEnd()}…`;
}
