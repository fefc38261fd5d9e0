/** A recorded answer, changed at random: what a server of another mind, or a bad line, would make of it. */
import type { Json, Recorded } from "./recorded.ts";

/** What goes over the wire. */
export interface Sent {
  status: number;
  type: string | null;
  chunks: Uint8Array[];
  /** The connection breaks at the end of the chunks. */
  breaks: boolean;
}

export type Random = () => number;

const under = (random: Random, most: number) => Math.floor(random() * most);
const oneOf = <T>(random: Random, list: readonly T[]): T => list[under(random, list.length)] as T;

/** JSON that has no JavaScript value of its own: texts that stand for it until it is written. */
const WRITTEN: Record<string, string> = {
  "<<infinite>>": "1e999",
  "<<deep list>>": "[".repeat(20_000) + "]".repeat(20_000),
  "<<deep object>>": `${'{"thinking":'.repeat(20_000)}7${"}".repeat(20_000)}`,
};
const ODD: Json[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e300,
  2 ** 53,
  7,
  "",
  " ",
  "7",
  "a\ud83d",
  "\ude80b",
  "\u0000c\u001b",
  "constructor",
  "__proto__",
  "toString",
  "<think>",
  "</think>\n",
  "<|channel|>",
  [],
  [[]],
  [null],
  ["d"],
  [7, "e", { type: "text", text: "f" }],
  {},
  { type: "text", text: "g" },
  { type: "text" },
  { text: 7 },
  { type: null, text: null },
  { message: "h" },
  { message: { detail: [{ loc: [{}], msg: "i" }] } },
  { error: { code: 400, message: "temperature is unsupported" } },
  "<<infinite>>",
];
const RARE: Json[] = ["<<deep list>>", "<<deep object>>", [{ type: "thinking", thinking: "<<deep list>>" }]];

const oddValue = (random: Random): Json => structuredClone(random() < 0.01 ? oneOf(random, RARE) : oneOf(random, ODD));

const KEYS = ["error", "detail", "message", "type", "text", "content", "usage", "index", "__proto__", "finish_reason"];

/** A place in JSON: what holds it, and by which key. */
interface Place {
  holder: Record<string, Json> | Json[];
  key: string | number;
}

function placesIn(value: Json): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((name) => {
    const key = Array.isArray(value) ? Number(name) : name;
    const inside = (value as Record<string, Json>)[name] as Json;
    return [{ holder: value, key }, ...placesIn(inside)];
  });
}

/** Changes one place in an event, in place. */
function changeValue(random: Random, within: Json): void {
  const places = placesIn(within);
  if (places.length === 0) return;
  const { holder, key } = oneOf(random, places);
  const bag = holder as Record<string | number, Json>;
  const before = bag[key] as Json;
  const changes: (() => void)[] = [
    () => void (bag[key] = oddValue(random)),
    () => void (bag[key] = oddValue(random)),
    () => void (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete bag[key]),
    () => void (bag[key] = [before]),
    () => void (bag[key] = typeof before === "string" ? { type: "text", text: before } : JSON.stringify(before)),
    () => void (Array.isArray(holder) ? holder.push(before) : addKey(random, holder)),
  ];
  oneOf(random, changes)();
}

function addKey(random: Random, bag: Record<string, Json>): void {
  const value = oddValue(random);
  Object.defineProperty(bag, oneOf(random, KEYS), { value, enumerable: true, configurable: true, writable: true });
}

function changeEvents(random: Random, events: Json[]): void {
  const at = under(random, events.length);
  const other = under(random, events.length);
  const changes: (() => void)[] = [
    () => void events.splice(at, 1),
    () => void events.splice(at, 0, structuredClone(events[at] as Json)),
    () => void events.splice(other, 0, ...events.splice(at, 1)),
    () => void events.splice(at),
    () => void (events[at] = oddValue(random)),
    () => changeValue(random, events),
    () => changeValue(random, events),
    () => changeValue(random, events),
    () => changeValue(random, events),
  ];
  oneOf(random, changes)();
}

/** Text as JSON writes it, with what no value stands for. */
function written(value: Json): string {
  return (JSON.stringify(value) ?? "null").replace(/"(<<[a-z ]+>>)"/g, (all, name: string) => WRITTEN[name] ?? all);
}

function asStream(random: Random, events: Json[]): string {
  const isNamed = random() < 0.95;
  const end = random() < 0.9 ? "\n" : "\r\n";
  const lines = events.map((event) => {
    const type = (event as { type?: Json } | null)?.type;
    const name = isNamed && typeof type === "string" ? `event: ${type}${end}` : "";
    return `${name}data: ${written(event)}${end}${end}`;
  });
  if (!events.some((event) => (event as { type?: Json } | null)?.type) && random() < 0.9)
    lines.push(`data: [DONE]${end}${end}`);
  if (random() < 0.02) lines.splice(under(random, lines.length + 1), 0, oneOf(random, GARBAGE));
  return lines.join("");
}

const GARBAGE = [
  ": keep alive\n\n",
  "data: [DONE]\n\n",
  "data: {\n\n",
  "data: \n\n",
  "hello\n\n",
  "event: error\ndata: 7\n\n",
];

/** The text in chunks, cut off or broken off anywhere, also within a character. */
function chunksOf(random: Random, text: string): Pick<Sent, "chunks" | "breaks"> {
  const all = new TextEncoder().encode(text);
  const isCut = random() < 0.08;
  const bytes = isCut ? all.slice(0, under(random, all.length + 1)) : all;
  const cuts = Array.from({ length: under(random, 4) }, () => under(random, bytes.length + 1)).toSorted(
    (a, b) => a - b,
  );
  const chunks = [...cuts, bytes.length].map((end, i) => bytes.slice(cuts[i - 1] ?? 0, end));
  return { chunks, breaks: isCut && random() < 0.5 };
}

/** With up to four changes. */
export function mutated(random: Random, { answer, status = 200 }: Recorded): Sent {
  const many = under(random, 5);
  const events = structuredClone("events" in answer ? answer.events : [answer.body]);
  for (let i = 0; i < many; i++) {
    if ("events" in answer && events.length > 0) changeEvents(random, events);
    else changeValue(random, events);
  }
  const isStream = random() < 0.03 ? !("events" in answer) : "events" in answer;
  const text = isStream ? asStream(random, events) : written(events[0] ?? null);
  const type = random() < 0.03 ? oneOf(random, TYPES) : isStream ? "text/event-stream" : "application/json";
  return { status, type, ...chunksOf(random, text) };
}

const TYPES = ["application/json", "text/event-stream", "text/html", null];

/** As it was recorded. */
export function unchanged({ answer, status = 200 }: Recorded): Sent {
  const isStream = "events" in answer;
  const text = isStream ? asStream(() => 0.5, answer.events) : written(answer.body);
  const type = isStream ? "text/event-stream" : "application/json";
  return { status, type, chunks: [new TextEncoder().encode(text)], breaks: false };
}
