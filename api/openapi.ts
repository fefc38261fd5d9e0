/** Building blocks of route descriptions: problems by code, JSON answers, parameters that several routes share. */
import { z } from "@hono/zod-openapi";
import type { ErrorCode } from "../domain/errors.ts";
import type { App } from "./context.ts";
import { PROBLEMS } from "./errors.ts";
import { ProblemDetails } from "./schemas.ts";

const CONTENT = { "application/problem+json": { schema: ProblemDetails } };
type ProblemResponse = { description: string; content: typeof CONTENT };

/** Faults that every route can have. */
const ALWAYS: ErrorCode[] = [
  "method-not-allowed",
  "misdirected-request",
  "headers-too-large",
  "internal",
  "unavailable",
];

/** Responses for these problems by status; codes of one status share its entry. */
export function problems(...codes: ErrorCode[]): Record<number, ProblemResponse> {
  const responses: Record<number, ProblemResponse> = {};
  for (const code of [...codes, ...ALWAYS]) {
    const { status, title } = PROBLEMS[code];
    const before = responses[status]?.description;
    const description = before ? `${before}; \`${code}\`: ${title}` : `\`${code}\`: ${title}`;
    responses[status] = { description, content: CONTENT };
  }
  return responses;
}

/** What a JSON body that is sent to one debate can be refused for, beside what only one route refuses. */
export function debateBodyProblems(...more: ErrorCode[]): Record<number, ProblemResponse> {
  return problems(
    "malformed-json",
    "not-found",
    "not-acceptable",
    "illegal-transition",
    ...more,
    "payload-too-large",
    "unsupported-media-type",
    "invalid-request",
  );
}

export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { "application/json": { schema } } };
}

export function header(description: string) {
  return { description, schema: { type: "string" as const } };
}

/**
 * Makes a schema known by its name. A copy, since the generator's own methods are only on schemas that were made after
 * it was loaded, and nobody should have to mind the order of imports.
 */
export function registerSchema(app: App, name: string, schema: z.ZodType): void {
  app.openAPIRegistry.register(name, schema.clone());
}

/** A JSON body by the name of its schema: only described here, since the handler reads it (see `readJson`). */
export function bodyOf(name: string, { required }: { required: boolean }) {
  return { required, content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } };
}

export const DebateParams = z.object({
  id: z.string().meta({ param: { name: "id", in: "path" }, examples: ["deb-20261121-051254-7K2M9Q"] }),
});
export const NoQuery = z.strictObject({});

/** A whole number as it stands in a query string. */
export function wholeNumber(rule: { min: number; max: number; default: number; description?: string }) {
  const { min, max, default: fallback, description } = rule;
  return z
    .string()
    .regex(/^\d{1,16}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback)
    .openapi({ type: "integer", minimum: min, maximum: max, default: fallback, ...(description && { description }) });
}
