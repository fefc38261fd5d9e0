// @ts-check
/** Requests to the API, under the session's cookie; what it refuses becomes a `Refusal` that says why. */

export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {{ title?: string, detail?: string, errors?: { pointer: string, detail: string }[] }} problem
   */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `the server answered ${status}`);
    this.status = status;
    /** Faults of single fields, by pointer. */
    this.errors = problem.errors ?? [];
  }
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function read(path) {
  return request(path, { headers: { accept: "application/json" } });
}

/**
 * Every sending has a key of its own, so that nothing is done twice when the line breaks in between.
 *
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export function send(path, body) {
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

/**
 * @param {string} path
 * @param {RequestInit} init
 */
export async function request(path, init) {
  const response = await fetch(path, { credentials: "same-origin", ...init }).catch((cause) => {
    throw new Error("The server can not be reached.", { cause });
  });
  if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => ({})));
  return response.status === 204 ? null : response.json();
}
