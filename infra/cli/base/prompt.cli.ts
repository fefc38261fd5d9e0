import { createInterface } from "node:readline/promises";
import type { Waiting } from "./spinner.ts";

/** Reads one line from a person; rejects when the signal aborts. */
export type Ask = (question: string, signal: AbortSignal) => Promise<string>;

/** A prompt for a person; undefined without a terminal. Ctrl-C works as usual. */
export function promptOf(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  waiting?: Pick<Waiting, "aside">,
): Ask | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  const ask: Ask = async (question, signal) => {
    const lines = createInterface({ input, output });
    lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    try {
      return await lines.question(question, { signal });
    } finally {
      lines.close();
    }
  };
  return waiting ? (question, signal) => waiting.aside(() => ask(question, signal)) : ask;
}
