/** Where an error was thrown, for logs: the frames of its stack, without the message, which may quote a user's text. */

/** Frames at most: the innermost say what failed. */
const MOST = 8;
const FRAME = /^ +at .*(?::\d+:\d+|<anonymous>|index \d+|native)\)?$/;
/** The project's own folder, wherever it is installed. */
const ROOT = new URL("../../", import.meta.url);

/** Frames from the innermost on, with paths below the project's folder; empty if there is no stack. */
export function placeOf(error: unknown): string[] {
  const { stack, message } = (error ?? {}) as { stack?: unknown; message?: unknown };
  if (typeof stack !== "string") return [];
  // A message may have lines like a frame's.
  const text = typeof message === "string" && message !== "" ? stack.replace(message, () => "") : stack;
  const lines = text.split("\n");
  const first = lines.findLastIndex((line) => !FRAME.test(line)) + 1;
  return lines.slice(first, first + MOST).map((line) => shortened(line.trim().replace(/^at /, "")));
}

function shortened(frame: string): string {
  return frame.replace(ROOT.href, "").replace(decodeURIComponent(ROOT.pathname), "");
}
