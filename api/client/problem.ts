/** The client's only error: for responses that are no success, and for no response. */
export interface ProblemBody {
  type?: string;
  title?: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
  [member: string]: unknown;
}

export class ParleyProblem extends Error {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** `/problems/NAME`, a page of the server; `about:blank` if the response had no problem document. */
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  /** Every problem of the request, each with a JSON pointer into its body. */
  readonly errors: { pointer: string; detail: string }[];
  /** Seconds to wait before a retry; null if the server did not say. */
  readonly retryAfter: number | null;
  /** The whole problem document, for example with `allowed` and `debateStatus`. */
  readonly body: ProblemBody;

  constructor(input: { status: number; body: ProblemBody; retryAfter?: number | null; cause?: unknown }) {
    const { status, body } = input;
    const title = body.title ?? (status === 0 ? "Nothing answered" : `The API answered ${status}`);
    const detail = body.detail ?? title;
    super([detail, ...(body.errors ?? []).map((fault) => `  ${fault.pointer}: ${fault.detail}`)].join("\n"), {
      cause: input.cause,
    });
    this.name = "ParleyProblem";
    this.status = status;
    this.type = body.type ?? "about:blank";
    this.title = title;
    this.detail = detail;
    this.errors = body.errors ?? [];
    this.retryAfter = input.retryAfter ?? null;
    this.body = body;
  }
}

/** The problem in a response. */
export async function problemOf(answer: Response): Promise<ParleyProblem> {
  const body = (await answer.json().catch(() => ({}))) as ProblemBody;
  return new ParleyProblem({ status: answer.status, body, retryAfter: secondsOf(answer.headers.get("retry-after")) });
}

/** No response: the address is wrong, the server is down, or the connection was lost. */
export function unreachable(baseUrl: string, cause: unknown): ParleyProblem {
  return new ParleyProblem({ status: 0, body: { detail: `no Parley answers at ${baseUrl}` }, cause });
}

/** It lasts until other debates are over, or until tomorrow. */
const QUOTA = "/problems/quota-exceeded";

/** Temporary: no response, a rate limit, or a part of the server is down. */
export function isPassing(problem: unknown): problem is ParleyProblem {
  if (!(problem instanceof ParleyProblem) || problem.type === QUOTA) return false;
  return [0, 429, 502, 503, 504].includes(problem.status);
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null || header.trim() === "") return null;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
