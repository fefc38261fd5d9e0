/** What `Idempotency-Key` adds to the description of every POST. */
import type { ErrorCode } from "../domain/errors.ts";
import { PROBLEMS } from "./errors.ts";
import { header } from "./openapi.ts";

interface Answer {
  description: string;
  headers?: Record<string, object>;
  content?: object;
}
interface Operation {
  parameters?: object[];
  responses: Record<string, Answer>;
}
type Paths = Record<string, { post?: unknown }>;

const KEY_HEADER = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Repeats of a request under one key get its first answer, for 24 hours",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
};
const PROBLEM = { "application/problem+json": { schema: { $ref: "#/components/schemas/ProblemDetails" } } };
const CODES: ErrorCode[] = ["request-in-progress", "idempotency-key-reused"];

/** The same paths; each POST under /v1 with the header, what it can be refused for, and the mark of a repeat. */
export function withIdempotency<T extends Paths>(paths: T): T {
  const entries = Object.entries(paths).map(([path, item]) => {
    const post = path.startsWith("/v1/") && item.post ? { post: described(item.post as Operation) } : {};
    return [path, { ...item, ...post }];
  });
  return Object.fromEntries(entries) as T;
}

function described({ parameters = [], responses, ...rest }: Operation): Operation {
  const all: Operation["responses"] = { ...responses };
  for (const code of CODES) {
    const { status, title } = PROBLEMS[code];
    const before = all[status];
    const description = `\`${code}\`: ${title}`;
    all[status] = before
      ? { ...before, description: `${before.description}; ${description}` }
      : { description, content: PROBLEM };
  }
  const marked = Object.entries(all).map(([status, answer]) => [status, withHeaders(Number(status), answer)]);
  return { ...rest, parameters: [...parameters, KEY_HEADER], responses: Object.fromEntries(marked) };
}

function withHeaders(status: number, answer: Answer): Answer {
  if (status >= 500) return answer;
  const mark = { "Idempotent-Replayed": header("`true` on a repeat of the first answer") };
  const retry = status === 409 && { "Retry-After": header("Seconds, where the first request is still under way") };
  return { ...answer, headers: { ...answer.headers, ...mark, ...retry } };
}
