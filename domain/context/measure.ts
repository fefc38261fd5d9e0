/** How many tokens a prompt takes of a model's window, never fewer than it will be. Large: not for the workflow. */
import type { ModelRef } from "../plan.ts";
import type { Prompt } from "../prompts/prompt.ts";
import { countTokens, marginOf } from "../tokens.ts";

/** What frames a block, by OpenAI's account, and what Anthropic adds for structured output, by its own, rounded up. */
const BLOCK = 4;
const STRUCTURED = 500;

/** Counts each text once while it is among the last that were asked for, so that long debates are counted in passing. */
export function createCounter(most = 5_000): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text) ?? countTokens(text);
    // Asked for last, it goes last.
    known.delete(text);
    known.set(text, found);
    const oldest = known.size > most ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return found;
  };
}

export function promptTokens({ system, messages, output }: Prompt, model: ModelRef, count: (text: string) => number) {
  const blocks = [system, ...messages.flatMap(({ content }) => content)];
  const sum = blocks.reduce((total, text) => total + count(text) + BLOCK, 0);
  const structured = output ? count(JSON.stringify(output.schema)) + STRUCTURED : 0;
  return Math.ceil((sum + structured) * marginOf(model));
}
