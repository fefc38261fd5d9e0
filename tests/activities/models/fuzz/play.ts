/** Plays one mutated answer to a call, as production makes it by the providers' SDKs, and says what does not hold. */

import { type ModelCall, ModelFault, type ModelReply } from "../../../../activities/models/base/port.model.ts";
import { providerRow } from "../../../../activities/models/base/providers.ts";
import { isConnectionError } from "../../../../activities/models/faults/connection.ts";
import { type Bag, bagOf } from "../../../../activities/models/hearing/shapes.ts";
import { createModels } from "../../../../activities/models/index.ts";
import { hearWholeMessage, requestAnthropic } from "../../../../activities/models/providers/anthropic.ts";
import { createDraft } from "../../../../activities/models/providers/draft.provider.ts";
import { hearWholeCompletion, requestChat } from "../../../../activities/models/providers/openai-chat.ts";
import { hearWholeResponse, requestResponses } from "../../../../activities/models/providers/openai-responses.ts";
import { createWire } from "../../../../activities/models/providers/wire.provider.ts";
import { randomOf } from "../../../hostile/random.ts";
import { callOf } from "../calls.ts";
import { mutated, type Sent } from "./mutate.ts";
import { RECORDED, type Recorded } from "./recorded.ts";

export interface Played extends Case {
  /** "reply", or the fault's kind. */
  outcome: string;
  /** The reply's text. */
  text?: string;
  /** What does not hold; empty: all does. */
  wrong: string[];
}

/** A call that learnt would be made once more for each lesson, and not for ever. */
const MOST_REQUESTS = 10;
const KEY = "sk-key-of-the-fuzz";

export interface Case {
  shape: Recorded;
  sent: Sent;
}

/** The case of this number: the same for the same seed. */
export function caseOf(seed: number, number: number): Case {
  const random = randomOf(Math.imul(seed, 1_000_003) + number);
  random();
  const shape = RECORDED[Math.floor(random() * RECORDED.length)] as Recorded;
  return { shape, sent: mutated(random, shape) };
}

function responseOf({ status, type, chunks, breaks }: Sent): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) if (chunk.length > 0) controller.enqueue(chunk);
      if (breaks) controller.error(new TypeError("terminated"));
      else controller.close();
    },
  });
  return new Response(body, { status, headers: type === null ? {} : { "content-type": type } });
}

/** `url`: of a server that sends it; missing: it comes without one, which takes a twentieth of the time. */
export async function play({ shape, sent }: Case, url?: string): Promise<Played> {
  let requests = 0;
  const answer: typeof fetch = async () => {
    requests += 1;
    return responseOf(sent);
  };
  const settings = { apiKey: KEY, baseUrl: url ?? "http://model.example/v1" };
  const providers = { openai: settings, anthropic: settings, "openai-compatible": settings };
  const models = createModels({ providers, ...(!url && { fetch: answer }) });
  let streamed = "";
  const call = callOf(shape.model, {
    ...shape.call,
    temperature: 0.7,
    onDelta: (text) => void (streamed += text),
    onUnsaid: () => void (streamed = ""),
  });
  const ended = await models.complete(call).then(
    (reply) => ({ reply }),
    (error: unknown) => ({ error }),
  );
  const wrong = requests > MOST_REQUESTS ? [`${requests} requests were made`] : [];
  if ("reply" in ended) {
    wrong.push(...wrongIn(ended.reply, { call, streamed, sent }));
    return { outcome: "reply", text: ended.reply.text, wrong, shape, sent };
  }
  const { error } = ended;
  if (!(error instanceof ModelFault)) return { outcome: "thrown", wrong: [`it threw ${shown(error)}`], shape, sent };
  wrong.push(...wrongWith(error, sent));
  // What could not be read may hide an error of ours.
  if (error.message.includes("cannot be read")) wrong.push(...(await thrownBy(shape, sent)));
  return { outcome: error.kind, wrong, shape, sent };
}

const shown = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function wrongIn(reply: ModelReply, at: { call: ModelCall; streamed: string; sent: Sent }): string[] {
  const { text, lookups, model, spend } = reply;
  const { call, streamed, sent } = at;
  const own = [
    ...(lookups?.calls ?? []).flatMap(({ id, name, input }) => [id, name, input]),
    ...(lookups?.searches ?? []).flatMap(({ query, urls, failed }) => [query, ...urls, failed ?? ""]),
    ...(lookups?.sources ?? []).flatMap(({ url, title, passage }) => [url, title, passage]),
  ];
  const isSilent = text.trim() === "" && !lookups?.isPaused && (lookups?.calls.length ?? 0) === 0;
  return [
    ...(text === streamed ? [] : [`its text ${JSON.stringify(text)} was streamed as ${JSON.stringify(streamed)}`]),
    ...(isSilent ? ["it is empty"] : []),
    ...(lookups && lookups.calls.length > 0 && !call.tools ? ["it calls tools that nobody offered"] : []),
    ...[text, model, ...own].flatMap(wrongText),
    // JSON that is data may hold null.
    ...wrongWords(call.output ? "" : text, sent),
    ...wrongSpend(spend),
    ...wrongNumbers({ latencyMs: reply.latencyMs, firstTokenMs: reply.firstTokenMs ?? 0 }),
    ...(lookups ? wrongItems(lookups.items) : []),
  ];
}

function wrongWith({ message, suggestion, partial, spend, retryAfterMs = 0 }: ModelFault, sent: Sent): string[] {
  return [
    ...[message, suggestion, partial].flatMap(wrongText),
    ...[message, partial].flatMap((text) => wrongWords(text, sent)),
    ...(`${message}${suggestion}`.includes(KEY) ? ["its message has the key"] : []),
    ...wrongSpend(spend),
    ...wrongNumbers({ retryAfterMs }),
  ];
}

// oxlint-disable-next-line no-control-regex -- it matches controls on purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function wrongText(text: unknown): string[] {
  if (typeof text !== "string") return [`${String(text)} is no text`];
  if (!text.isWellFormed()) return [`${JSON.stringify(text)} has half a character`];
  return CONTROLS.test(text) ? [`${JSON.stringify(text)} has a control character`] : [];
}

/** What JavaScript writes for values that are no text. */
const WORDS = ["undefined", "null", "NaN", "[object "];

function wrongWords(text: string, { chunks }: Sent): string[] {
  return WORDS.filter((word) => text.includes(word) && !stringsIn(chunks).includes(word)).map(
    (word) => `${JSON.stringify(text)} has ${word}`,
  );
}

/** The texts within the JSON that was sent, roughly. The last may be cut off. */
function stringsIn(chunks: Uint8Array[]): string {
  const all = Buffer.concat(chunks).toString();
  return (all.match(/"(?:[^"\\]|\\.)*(?:"|$)/g) ?? []).join("");
}

function wrongSpend({ uncounted, costMicroUsd, ...counts }: ModelReply["spend"]): string[] {
  const figures = { ...counts, costMicroUsd: costMicroUsd ?? 0, more: uncounted?.tokens ?? 0 };
  return [...wrongNumbers(figures), ...wrongNumbers({ moreCost: uncounted?.costUsd ?? 0 })];
}

function wrongNumbers(figures: object): string[] {
  return Object.entries(figures).flatMap(([name, figure]) =>
    typeof figure !== "number" || (Number.isFinite(figure) && figure >= 0) ? [] : [`${name} is ${figure}`],
  );
}

/** Items are stored and sent back, so they must be JSON. */
function wrongItems(items: unknown[]): string[] {
  const wrong: string[] = [];
  try {
    JSON.parse(JSON.stringify(items), (key, value) => {
      wrong.push(...[key, value].flatMap((each) => (typeof each === "string" ? wrongText(each) : [])));
      return value;
    });
    return wrong;
  } catch (error) {
    return [`its items are no JSON: ${shown(error)}`];
  }
}

const ADAPTERS = {
  chat: [requestChat, hearWholeCompletion],
  responses: [requestResponses, hearWholeResponse],
  anthropic: [requestAnthropic, hearWholeMessage],
} as const;

/** The error that the adapter itself ends with, if it is none of the SDK's or of the line. */
async function thrownBy(shape: Recorded, sent: Sent): Promise<string[]> {
  const call = callOf(shape.model, shape.call);
  const row = providerRow(call.model.provider);
  if (!row) throw new Error(`no provider ${call.model.provider}`);
  const wire = createWire({ fetch: async () => responseOf(sent), heard: () => {} });
  const endpoint = { baseUrl: "http://model.example/v1", apiKey: KEY, fetch: wire.fetch };
  const draft = createDraft();
  const request = { row, call, endpoint, lessons: new Set<never>(), signal: call.signal, draft };
  const [ask, hearWhole] = ADAPTERS[row.api];
  try {
    await ask(request);
    const stray = wire.strayBody();
    if (stray !== null && draft.ending === "open") hearWhole(request, bodyIn(stray));
    return [];
  } catch (error) {
    return isOurs(error) ? [`the adapter threw ${shown(error)}`] : [];
  }
}

/** Some values are too deep for the SDKs themselves. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof TypeError || error instanceof RangeError) || isConnectionError(error)) return false;
  return !/^[^]*?file:[^\n]*/.exec(error.stack ?? "")?.[0].includes("/node_modules/");
}

function bodyIn(text: string): Bag {
  try {
    return bagOf(JSON.parse(text));
  } catch {
    return {};
  }
}
