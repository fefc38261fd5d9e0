/** Adds `Idempotency-Key` to every POST of the document. */
import type { ErrorCode } from "../../domain/base/errors.base.ts";
import { PROBLEMS } from "../base/errors.api-base.ts";
import { header } from "./openapi.ts";
import { type Answer, mapOperations, mapValues, type Operation, problemAnswer } from "./operations.ts";

const KEY_HEADER = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Repeats of a request with the same key get its first answer, for 24 hours",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
};
const CODES: ErrorCode[] = ["request-in-progress", "was-deleted", "idempotency-key-reused"];

/** Each POST under /v1 gets the header, its refusals, and the mark of a repeat. */
export function withIdempotency<T extends object>(paths: T): T {
  return mapOperations(paths, (operation, method, path) =>
    method === "post" && path.startsWith("/v1/") ? described(operation) : operation,
  );
}

function described({ parameters = [], responses, ...rest }: Operation): Operation {
  const all: Operation["responses"] = { ...responses };
  for (const code of CODES) {
    const { status } = PROBLEMS[code];
    const added = problemAnswer(code);
    const before = all[status];
    all[status] = before ? { ...before, description: `${before.description}; ${added.description}` } : added;
  }
  return { ...rest, parameters: [...parameters, KEY_HEADER], responses: mapValues(all, withHeaders) };
}

function withHeaders(answer: Answer, status: string): Answer {
  if (Number(status) >= 500) return answer;
  const mark = { "Idempotent-Replayed": header("`true` on a repeat of the first answer") };
  const retry = status === "409" && { "Retry-After": header("Seconds, while the first request is under way") };
  return { ...answer, headers: { ...answer.headers, ...mark, ...retry } };
}
