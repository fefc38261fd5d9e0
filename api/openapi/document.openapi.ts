/** The OpenAPI 3.1 document, generated from the routes and the schemas that validate requests. */

import type { ErrorCode } from "../../domain/base/errors.base.ts";
import { FaultView } from "../../domain/shapes/schemas/faults.schema.ts";
import { Rating } from "../../domain/shapes/schemas/rating.schema.ts";
import { Result } from "../../domain/shapes/schemas/result.schema.ts";
import type { ApiSettings, App } from "../base/context.api-base.ts";
import { PROBLEMS } from "../base/errors.api-base.ts";
import { withAuth } from "./auth.openapi.ts";
import answers from "./examples/answers.json" with { type: "json" };
import { REQUEST_EXAMPLES } from "./examples/requests.example.ts";
import { header, registerSchema } from "./openapi.ts";
import { type Answer, type Content, mapOperations, mapValues, type Operation, problemAnswer } from "./operations.ts";

// Adds `Idempotency-Key` to every POST of the document.

const KEY_HEADER = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Repeats of a request with the same key get its first answer, for 24 hours",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
};
const CODES: ErrorCode[] = ["request-in-progress", "was-deleted", "idempotency-key-reused"];

/** Each POST under /v1 gets the header, its refusals, and the mark of a repeat. */
function withIdempotency<T extends object>(paths: T): T {
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

const BYTES = "application/octet-stream";
const ANSWERS: Record<string, unknown> = answers;
/** An export is the example of an import. */
const REQUESTS: Record<string, unknown> = { ...REQUEST_EXAMPLES, importDebate: ANSWERS.getTranscript };

/** Adds an example to every JSON body of the document, and to bodies of bytes. A test recorded the answers to the example requests. */
function withExamples<T extends object>(paths: T): T {
  return mapOperations(paths, (operation) => {
    const { operationId = "", requestBody, responses } = operation;
    const content = requestBody && withExample(requestBody.content, REQUESTS[operationId]);
    return {
      ...operation,
      ...(requestBody && { requestBody: { ...requestBody, content: content as Content } }),
      responses: mapValues(responses, (response, status): Answer => {
        if (!status.startsWith("2") || !response.content) return response;
        return { ...response, content: withExample(response.content, ANSWERS[operationId]) };
      }),
    };
  });
}

function withExample(content: Content, example: unknown): Content {
  if (example === undefined) return content;
  const isFor = (type: string) => (typeof example === "string" ? type === BYTES : type.endsWith("json"));
  return mapValues(content, (media, type) => (isFor(type) ? { ...media, example } : media));
}

export function openApiDocument(app: App, { version, publicUrl }: Pick<ApiSettings, "version" | "publicUrl">) {
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Parley",
      version,
      description: "Debates between language models. Every fault is answered as an RFC 9457 problem.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: publicUrl ?? "/" }],
  });
  const paths = inOrder(withExamples(withIdempotency(document.paths ?? {})));
  return withAuth(withNullableRefs({ ...document, paths }) as typeof document);
}

/** Debates first, short addresses before long ones; the others as they were registered. */
function inOrder<T>(paths: Record<string, T>): Record<string, T> {
  const place = (path: string) => (path.startsWith("/v1/debates") ? path.split("/").length : Infinity);
  const sorted = Object.entries(paths).toSorted(([a], [b]) => (place(a) < place(b) ? -1 : Number(place(a) > place(b))));
  return Object.fromEntries(sorted);
}

/** Registers schemas that are nullable somewhere: else the generator would write the nullable form as the schema. */
export function registerNullables(app: App): void {
  for (const schema of [Result, FaultView, Rating]) registerSchema(app, schema);
}

/** The generator writes "this schema or null" as `allOf`, which rejects null. This changes it to `anyOf`. */
function withNullableRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullableRefs);
  if (typeof value !== "object" || value === null) return value;
  const [ref, extra] = (value as { allOf?: [{ $ref?: string }, { type?: unknown }] }).allOf ?? [];
  if (ref?.$ref && Array.isArray(extra?.type) && extra.type.includes("null"))
    return { anyOf: [{ $ref: ref.$ref }, { type: "null" }] };
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNullableRefs(part)]));
}
