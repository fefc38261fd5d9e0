/** Follows events to their end, across lost connections and restarted servers. */
import { isTerminalEvent } from "../../domain/play/events/events.ts";
import { eitherOf, pauseMs, sleep } from "./pause.ts";
import { isPassing } from "./problem.ts";
import { parseEvents } from "./sse.client.ts";
import type { Transport } from "./transport.ts";
import type { DebateEvent, EventType } from "./types.ts";

export interface EventOptions {
  /** Begin after this id. Default: 0, the first event. */
  after?: number;
  /** Only these types, and always the terminal event. */
  types?: EventType[];
  /** False omits text chunks; `turn.completed` has the whole text. */
  deltas?: boolean;
  signal?: AbortSignal;
}

interface Input<E> {
  transport: Transport;
  path: string;
  options: EventOptions;
  isLast: (event: E) => boolean;
}

interface Following<E> extends Input<E> {
  /** Id of the last yielded event. */
  last: number;
  /** Milliseconds before the next connection, set by the server. */
  retryMs: number;
}

/** Connections in a row without an event: about eight minutes with their pauses. */
const MOST_FAILURES = 20;
/** The server sends something every 15 s. A connection that is silent three times as long is dead. */
const SILENCE_MS = 45_000;

/** Every event of a debate once, in order, to the terminal one. Throws `ParleyProblem` if the debate cannot be read. */
export function follow(input: Omit<Input<DebateEvent>, "isLast">): AsyncGenerator<DebateEvent, void> {
  return followTo({ ...input, isLast: ({ type }) => isTerminalEvent(type) });
}

/** Every event once, in order, to the last one. */
export async function* followTo<E extends { id: number }>(input: Input<E>): AsyncGenerator<E, void> {
  const { options, transport } = input;
  const following: Following<E> = { ...input, last: options.after ?? 0, retryMs: transport.retryMs };
  for (let failures = 0; ; failures++) {
    const before = following.last;
    const end = yield* connectOnce(following);
    if (end === OVER) return;
    const problem = end === FAREWELL ? null : end;
    if (following.last > before || end === FAREWELL) failures = 0;
    if (failures >= MOST_FAILURES) throw problem ?? transport.broken(null);
    await sleep(pauseMs({ failures: failures + 1, firstMs: following.retryMs, problem }), options.signal);
  }
}

const OVER = Symbol("over");
/** A server that ends a stream on purpose repeats `retry`. Such an end is no failure. */
const FAREWELL = Symbol("farewell");

/** Returns `OVER` after the last event, else the error that broke the connection, if any. */
async function* connectOnce<E extends { id: number }>(following: Following<E>) {
  const line = new AbortController();
  let invitations = 0;
  try {
    const answer = await connect(following, line);
    // The reader has the terminal event already.
    if (answer.status === 204 || !answer.body) return OVER;
    for await (const { data, retry } of parseEvents(chunksOf(answer.body.getReader(), { line, following }))) {
      if (retry !== null) {
        following.retryMs = retry;
        invitations += 1;
      }
      const event = data === "" ? null : (JSON.parse(data) as E);
      if (event === null || event.id <= following.last) continue;
      following.last = event.id;
      yield event;
      if (following.isLast(event)) return OVER;
    }
    return invitations > 1 ? FAREWELL : null;
  } catch (error) {
    following.options.signal?.throwIfAborted();
    if (isPassing(error)) return error;
    throw error;
  }
}

function connect(
  { transport, path, options, last }: Omit<Following<never>, "isLast">,
  line: AbortController,
): Promise<Response> {
  const signal = eitherOf(options.signal, line.signal);
  const headers = { accept: "text/event-stream", ...(last > 0 && { "last-event-id": String(last) }) };
  return transport.open({ path: `${path}${queryOf(options)}`, headers, signal });
}

/** Not every browser can iterate a stream. */
async function* chunksOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { line, following }: { line: AbortController; following: Pick<Following<never>, "transport"> },
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const timer = setTimeout(() => line.abort(), SILENCE_MS);
      const { value, done } = await reader
        .read()
        .catch((cause: unknown) => {
          throw following.transport.broken(cause);
        })
        .finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    // Closes the connection when reading stops. Fails if it is broken already.
    await reader.cancel().catch(() => {});
  }
}

function queryOf({ types, deltas }: EventOptions): string {
  const query = new URLSearchParams();
  if (types) query.set("types", types.join(","));
  if (deltas === false) query.set("deltas", "false");
  return query.size > 0 ? `?${query.toString()}` : "";
}
