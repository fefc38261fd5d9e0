/** Requests to the API with the session's cookie. A refused one throws `Refusal` with the reason. */

interface Problem {
  title?: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
}

export class Refusal extends Error {
  readonly status: number;
  /** Problems of single fields. */
  readonly errors: { pointer: string; detail: string }[];

  constructor(status: number, problem: Problem) {
    super(problem.detail ?? problem.title ?? `the server answered ${status}`);
    this.status = status;
    this.errors = problem.errors ?? [];
  }
}

export function read<T>(path: string): Promise<T> {
  return request(path, { headers: { accept: "application/json" } });
}

/** Each call has its own key, so that a retry after a lost connection is carried out once. */
export function send<T>(path: string, body?: unknown): Promise<T> {
  return request(path, {
    method: "POST",
    headers: {
      accept: "application/json",
      "idempotency-key": crypto.randomUUID(),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** The answer, with the version that a later change names in `If-Match`. */
export async function readVersioned(path: string): Promise<{ body: Record<string, unknown>; etag: string }> {
  const response = await answerTo(path, { headers: { accept: "application/json" } });
  return { body: await response.json(), etag: response.headers.get("etag") ?? "*" };
}

export async function request(path: string, init: RequestInit) {
  const response = await answerTo(path, init);
  return response.status === 204 ? null : response.json();
}

async function answerTo(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: "same-origin", ...init }).catch((cause) => {
    throw new Error("The server cannot be reached.", { cause });
  });
  if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => ({})));
  return response;
}
