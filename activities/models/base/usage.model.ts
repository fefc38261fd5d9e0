/** What a provider says of a call's tokens. All wire formats are read here, so a count is judged in one place. */
import { countOf, tokensOf } from "../../../domain/shapes/numbers.shape.ts";

/** Tokens of one call. `input` includes cached and cache-writing tokens, `output` reasoning tokens. */
export interface TokenUsage {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
  /** The provider's own web searches, which have a price of their own. */
  searches?: number;
  /** Counts that the provider did not report, or not as whole numbers from 0. Above is the part that is known. */
  unknown?: ("input" | "output")[];
}

/** As the provider wrote them, whatever that is. */
interface SaidCounts extends Partial<Record<Exclude<keyof TokenUsage, "unknown">, unknown>> {
  /** Of a stream whose end counts the output: what was written when it began. */
  outputBegun?: unknown;
}

/** null: the provider said nothing that counts. A part of the input or output is at most the whole. */
export function usageOf(said: SaidCounts): TokenUsage | null {
  // No prompt is empty: a server that counts none of it does not count.
  const [input, output] = [tokensOf(said.input) || null, tokensOf(said.output)];
  if (input === null && output === null) return null;
  const cachedInput = Math.min(tokensOf(said.cachedInput) ?? 0, input ?? 0);
  const cacheWrite = Math.min(tokensOf(said.cacheWrite) ?? 0, (input ?? 0) - cachedInput);
  const reasoning = tokensOf(said.reasoning) ?? 0;
  const searches = countOf(said.searches) ?? 0;
  const unknown = [...(input === null ? ["input" as const] : []), ...(output === null ? ["output" as const] : [])];
  return {
    input: input ?? 0,
    cachedInput,
    cacheWrite,
    // Some providers leave the reasoning out of it.
    output: output === null ? (tokensOf(said.outputBegun) ?? 0) : Math.max(output, reasoning),
    reasoning: output === null ? 0 : reasoning,
    ...(searches > 0 && { searches }),
    ...(unknown.length > 0 && { unknown }),
  };
}
