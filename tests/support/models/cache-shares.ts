/**
 * What share of a debate's input a provider's prompt cache could serve, counted from the requests as they stood on the
 * wire. Of the clock only the order of moments counts.
 */
import { countTokens } from "../../../domain/shapes/tokens.shape.ts";
import { kindOf } from "./replies.ts";
import type { ModelRequest } from "./request.ts";
import type { ModelJournalEntry } from "./server.ts";

/** Tokens below which providers keep no prefix. */
const LEAST_PREFIX = 1_024;

/**
 * Where a model reads the JSON Schema of its reply: nowhere that counts, before the system text (OpenAI and Anthropic
 * put it there), or after the last message (endpoints that do not show it to their models).
 */
export type SchemaPlace = "nowhere" | "front" | "end";

interface Counted {
  kind: ReturnType<typeof kindOf>;
  round: number;
  input: number;
  /** Of the input: the longest prefix that an earlier request to the same model had. */
  cached: number;
}

/**
 * Each request's tokens, and those of its longest common prefix with a request to the same model whose answer had begun
 * when this one came.
 */
export function countCached(requests: ModelJournalEntry[], place: SchemaPlace = "nowhere"): Counted[] {
  const texts = requests.map((request) => serialised(request, place));
  return requests.map((request, i) => {
    const text = texts[i] ?? "";
    const longest = Math.max(
      0,
      ...requests.flatMap((other, j) =>
        other.model === request.model && (other.begunAt ?? Infinity) < request.at
          ? commonLength(text, texts[j] ?? "")
          : [],
      ),
    );
    const prefix = countTokens(text.slice(0, longest));
    return {
      kind: kindOf(request),
      round: roundOf(request),
      input: countTokens(text),
      cached: prefix >= LEAST_PREFIX ? prefix : 0,
    };
  });
}

export function shareOf(counted: Pick<Counted, "input" | "cached">[]): number {
  const sum = (of: "input" | "cached") => counted.reduce((total, call) => total + call[of], 0);
  return sum("cached") / sum("input");
}

function serialised({ system, messages, schema }: ModelRequest, place: SchemaPlace): string {
  const said = [system, ...messages.map(({ role, content }) => `${role}: ${content}`)];
  const shown = schema ? [JSON.stringify(schema)] : [];
  if (place === "front") return [...shown, ...said].join("\n");
  return [...said, ...(place === "end" ? shown : [])].join("\n");
}

function roundOf({ messages }: ModelRequest): number {
  const last = messages.at(-1)?.content ?? "";
  return Number(/: round (\d+) of \d+, \S+\.$/m.exec(last)?.[1] ?? /Assess round (\d+)/.exec(last)?.[1] ?? 0);
}

function commonLength(a: string, b: string): number {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end += 1;
  return end;
}
