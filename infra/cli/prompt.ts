import { createInterface } from "node:readline/promises";
import type { Ask } from "./clarify.ts";

/** A prompt for a person, or undefined when nobody sits at the terminal. Ctrl-C stays what it is elsewhere. */
export function promptOf(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Ask | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  return async (question, signal) => {
    const lines = createInterface({ input, output });
    lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    try {
      return await lines.question(question, { signal });
    } finally {
      lines.close();
    }
  };
}
