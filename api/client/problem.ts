/** The one error that the client throws for an answer that is no success, and for no answer at all. */
export interface ProblemBody {
  type?: string;
  title?: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
  [member: string]: unknown;
}

export class ParleyProblem extends Error {
  /** The HTTP status; 0 when nothing answered. */
  readonly status: number;
  /** `/problems/NAME`, explained by that page of the server; `about:blank` when the answer had no problem document. */
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  /** Every fault of the request, each with a JSON pointer into its body. */
  readonly errors: { pointer: string; detail: string }[];
  /** Seconds after which another try makes sense; null when the server did not say. */
  readonly retryAfter: number | null;
  /** The problem document as it came, with `allowed`, `debateStatus` and whatever else it has. */
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

/** The problem that an answer tells of. */
export async function problemOf(answer: Response): Promise<ParleyProblem> {
  const body = (await answer.json().catch(() => ({}))) as ProblemBody;
  return new ParleyProblem({ status: answer.status, body, retryAfter: secondsOf(answer.headers.get("retry-after")) });
}

/** Nothing answered: the address is wrong, the server is down, or the line broke. */
export function unreachable(baseUrl: string, cause: unknown): ParleyProblem {
  return new ParleyProblem({ status: 0, body: { detail: `no Parley answers at ${baseUrl}` }, cause });
}

/** Worth another try: nothing answered, too much was asked, or a part of the server is away. */
export function isPassing(problem: unknown): problem is ParleyProblem {
  return problem instanceof ParleyProblem && [0, 429, 502, 503, 504].includes(problem.status);
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null || header.trim() === "") return null;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
