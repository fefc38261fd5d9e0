/** Requests to one server: the address, the key, repetition of what may be repeated, problems. */
import { pauseMs, sleep } from "./pause.ts";
import { isPassing, type ParleyProblem, problemOf, unreachable } from "./problem.ts";

export interface ClientOptions {
  /** Where Parley listens, for example `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** `prl_…`, or a token of the identity provider that the server trusts. */
  apiKey?: string | undefined;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Further tries after a 429, a 503 or a broken connection; 4 unless told. */
  retries?: number | undefined;
  /** Milliseconds before the first of them, and before a lost event stream is taken up again unless the server says. */
  retryMs?: number | undefined;
}

export interface Call {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From the base address on, with its query. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export interface Transport {
  retryMs: number;
  /** One try. Throws `ParleyProblem`. */
  open(call: Call): Promise<Response>;
  /** The body of a successful answer as text, after as many tries as are allowed. */
  text(call: Call): Promise<string>;
  json<T>(call: Call): Promise<T>;
  /** The problem of a line that broke. */
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
    // The line may break in the middle of the body, too.
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
  const { method = "GET", path, body, headers = {}, signal } = call;
  // Called without `this`: browsers refuse a `fetch` that was made a method.
  const { fetch: request = fetch } = options;
  return request(`${base}${path}`, {
    method,
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** A POST may be sent again when the server can tell by its key that it is the same one. */
function isRepeatable({ method = "GET", headers = {} }: Call): boolean {
  return method === "GET" || method === "PUT" || method === "DELETE" || "idempotency-key" in headers;
}

function addressOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TypeError("baseUrl must be an http or https address");
  return baseUrl.replace(/\/+$/, "");
}
