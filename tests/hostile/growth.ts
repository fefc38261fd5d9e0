/**
 * Each field that takes a text or a list is sent at one size and at ten times that size. Time and answer may grow about
 * as much. What is quadratic takes a hundred times as long.
 */
import {
  addressOf,
  bodyWith,
  type Description,
  fieldsOf,
  type Input,
  type Route,
  requestOf,
  routesOf,
  type Schema,
  type Targets,
  takes,
} from "./description.ts";
import { type Sent, send } from "./send.ts";

export interface Pair {
  name: string;
  small: Input;
  large: Input;
}

/** Items or characters of the larger one: what lets a quadratic check take seconds, within a body of 1 MiB. */
const LARGE = { text: 200_000, list: 20_000 };
const TIMES = 10;
/** Ten times the input may take this many times as long: caches and the garbage collector have their say. */
const MOST_TIMES = 30;
/** Milliseconds that nobody need explain: what a request takes whatever its size, and a busy machine. */
const FREE_MS = 100;
const FREE_BYTES = 4_096;
const TRIES = 4;
const TEXTS = [" ", "a", "E1, ", "- * > ", '"', "<turn>", "\u200b", "a. "];

export function pairsOf(description: Description, targets: Targets): Pair[] {
  return routesOf(description).flatMap((route) => pairsOfRoute(route, targets, description));
}

function pairsOfRoute(route: Route, targets: Targets, description: Description): Pair[] {
  const media = Object.values(route.requestBody?.content ?? {})[0];
  if (!media) return [];
  const fields = fieldsOf(media.schema, description).filter(({ pointer }, n) => pointer.length === 1 || n % 4 === 0);
  const path = addressOf(route, targets);
  return fields.flatMap(({ pointer, schema }, n) =>
    grown(schema, description, n).map(({ what, at }) => {
      const input = (size: number): Input => {
        const hostile = { name: what, json: at(size) };
        const request = requestOf(route, `/${pointer.join("/")} = ${what} × ${size}`);
        return { ...request, path, body: bodyWith(route, media.example ?? {}, { pointer, hostile }) };
      };
      const size = LARGE[what === "items" ? "list" : "text"];
      const [small, large] = [input(size / TIMES), input(size)];
      return { name: large.name, small, large };
    }),
  );
}

/** Texts take turns over the fields; every list is grown. */
function grown(schema: Schema, description: Description, n: number): { what: string; at: (size: number) => string }[] {
  const text = TEXTS[n % TEXTS.length] ?? "";
  const ofText = { what: JSON.stringify(text), at: (size: number) => JSON.stringify(text.repeat(size / text.length)) };
  const ofList = { what: "items", at: (size: number) => `[${Array.from({ length: size }, () => "{}").join(",")}]` };
  return [
    ...(takes(["string"], schema, description) ? [ofText] : []),
    ...(takes(["array"], schema, description) ? [ofList] : []),
  ];
}

/** What is wrong with how a pair grows, or null. Noise is fast when it is measured again; what is quadratic is not. */
export async function growthFault({ small, large }: Pair, server: { url: string; token: string }) {
  let fault: string | null = null;
  for (let n = 0; n < TRIES; n++) {
    const [before, after] = [await send(small, server), await send(large, server)];
    fault = compare(before, after);
    if (fault === null) return null;
  }
  return fault;
}

function compare(small: Sent, large: Sent): string | null {
  if (large.ms > Math.max(FREE_MS, small.ms * MOST_TIMES))
    return `${TIMES} × the input takes ${Math.round(large.ms)} ms instead of ${Math.round(small.ms)} ms`;
  if (large.bytes > small.bytes * TIMES * 2 + FREE_BYTES)
    return `${TIMES} × the input is answered with ${large.bytes} bytes instead of ${small.bytes}`;
  return null;
}
