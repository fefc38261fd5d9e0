/** Sends requests to one server: address, key, retries, problems. */
import { withoutLastSlash } from "../../domain/base/text/text.ts";
import { pauseMs, sleep } from "./pause.ts";
import { isPassing, type ParleyProblem, problemOf, unreachable } from "./problem.ts";

export interface ClientOptions {
  /** Where Parley listens, for example `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** `prl_…`, or a token of the identity provider that the server trusts. */
  apiKey?: string | undefined;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Retries after a 429, a 503 or a lost connection. Default: 4. */
  retries?: number | undefined;
  /** Milliseconds before the first retry, and before the reconnect of a lost stream unless the server sets them. */
  retryMs?: number | undefined;
}

export interface Call {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** After the base address, with its query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as they are, in the place of `body`. */
  bytes?: Uint8Array<ArrayBuffer> | Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export interface Transport {
  retryMs: number;
  /** One attempt. Throws `ParleyProblem`. */
  open(call: Call): Promise<Response>;
  /** The body of a successful response as text, with retries. */
  text(call: Call): Promise<string>;
  json<T>(call: Call): Promise<T>;
  /** The problem of a lost connection. */
  broken(cause: unknown): ParleyProblem;
}

const RETRIES = 4;
const FIRST_PAUSE_MS = 500;

export function createTransport(options: ClientOptions): Transport {
  const base = addressOf(options.baseUrl);
  const { retries = RETRIES, retryMs = FIRST_PAUSE_MS } = options;
  const broken = (cause: unknown) => unreachable(base, cause);
  const open = async (call: Call): Promise<Response> => {
    const answer = await send({ call, base, options }).catch((cause: unknown) => {
      call.signal?.throwIfAborted();
      throw broken(cause);
    });
    if (answer.ok) return answer;
    throw await problemOf(answer);
  };
  const read = async (call: Call): Promise<string> => {
    const answer = await open(call);
    // The connection can also break in the middle of the body.
    return answer.text().catch((cause: unknown) => {
      call.signal?.throwIfAborted();
      throw broken(cause);
    });
  };
  const text = async (call: Call): Promise<string> => {
    for (let failures = 0; ; failures++) {
      try {
        return await read(call);
      } catch (error) {
        if (failures >= retries || !isPassing(error) || !isRepeatable(call)) throw error;
        await sleep(pauseMs({ failures: failures + 1, firstMs: retryMs, problem: error }), call.signal);
      }
    }
  };
  const json = async <T>(call: Call) => JSON.parse((await text(call)) || "null") as T;
  return { retryMs, open, text, json, broken };
}

function send(input: { call: Call; base: string; options: ClientOptions }): Promise<Response> {
  const { call, base, options } = input;
  const { method = "GET", path, body, bytes, headers = {}, signal } = call;
  // Called without `this`: browsers refuse `fetch` as a method.
  const { fetch: request = fetch } = options;
  return request(`${base}${path}`, {
    method,
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(bytes !== undefined && { "content-type": "application/octet-stream" }),
      ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(bytes !== undefined && { body: bytes }),
    ...(signal && { signal }),
  });
}

/** A POST may be repeated if it has an idempotency key. */
function isRepeatable({ method = "GET", headers = {} }: Call): boolean {
  return method === "GET" || method === "PUT" || method === "DELETE" || "idempotency-key" in headers;
}

function addressOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TypeError("baseUrl must be an http or https address");
  return withoutLastSlash(baseUrl);
}
