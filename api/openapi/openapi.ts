/** Parts of a route's description: replies, problems, bodies, parameters. */
import { z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../domain/base/errors.base.ts";
import { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import type { App } from "../base/context.api-base.ts";
import { PROBLEMS } from "../base/errors.api-base.ts";
import { OpenAIError, openAiStatus } from "../base/openai-errors.ts";
import { ProblemDetails } from "../base/problem-details.ts";

const CONTENT = { "application/problem+json": { schema: ProblemDetails } };
type ProblemResponse = { description: string; content: typeof CONTENT };

/** Any route can answer with these. */
const ALWAYS: ErrorCode[] = [
  "method-not-allowed",
  "misdirected-request",
  "headers-too-large",
  "internal",
  "unavailable",
];

/** Responses for these problems by status; codes with the same status share an entry. */
export function problems(...codes: ErrorCode[]): Record<number, ProblemResponse> {
  const responses: Record<number, ProblemResponse> = {};
  for (const code of new Set([...codes, ...ALWAYS])) {
    const { status, title } = PROBLEMS[code];
    const before = responses[status]?.description;
    const description = before ? `${before}; \`${code}\`: ${title}` : `\`${code}\`: ${title}`;
    responses[status] = { description, content: CONTENT };
  }
  return responses;
}

/** The same codes with the status and the shape that OpenAI's clients know. */
export function openAiErrors(...codes: ErrorCode[]): Record<number, ReturnType<typeof json<typeof OpenAIError>>> {
  const responses: Record<number, ReturnType<typeof json<typeof OpenAIError>>> = {};
  for (const code of new Set([...codes, ...ALWAYS])) {
    const { status: own, title } = PROBLEMS[code];
    const status = openAiStatus(own);
    const before = responses[status]?.description;
    responses[status] = json(OpenAIError, before ? `${before}; ${title}` : title);
  }
  return responses;
}

export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { "application/json": { schema } } };
}

export function header(description: string) {
  return { description, schema: { type: "string" as const } };
}

/** `json` with headers, by name. */
export function reply<T extends z.ZodType>(schema: T, description: string, headers: Record<string, string>) {
  const described = Object.entries(headers).map(([name, text]) => [name, header(text)]);
  return {
    ...json(schema, description),
    headers: Object.fromEntries(described) as Record<string, ReturnType<typeof header>>,
  };
}

export const debateReply = (description: string) => reply(Debate, description, { ETag: "Its version" });
export const createdDebate = (description: string) =>
  reply(Debate, description, { Location: "Its address", ETag: "Its version" });
export const pageReply = <T extends z.ZodType>(schema: T, description: string) =>
  reply(schema, description, { Link: 'The next page, `rel="next"`' });

/**
 * Describes a schema under its `id`. It registers a copy, since the generator extends only schemas that were made after it
 * was loaded.
 */
export function registerSchema(app: App, schema: z.ZodType): void {
  app.openAPIRegistry.register(idOf(schema), schema.clone());
}

export function idOf(schema: z.ZodType): string {
  return schema.meta()?.id ?? "";
}

/** Its own description, or that of the schema that it wraps. */
export function descriptionOf(schema: z.ZodType): string | undefined {
  const description = schema.meta()?.description;
  if (description !== undefined || !(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault))
    return description;
  return descriptionOf(schema.unwrap() as z.ZodType);
}

/** The query of a list that is read page by page. */
export const PAGE_QUERY = {
  limit: wholeNumber({ min: 1, max: 100, default: 20, description: "The most items that one page has" }),
  cursor: z
    .string()
    .max(4_096)
    .optional()
    .meta({ description: "`nextCursor` of the page before; the other parameters must stay as they were" }),
};

/** A whole number in a query string. */
export function wholeNumber(rule: { min: number; max: number; default: number; description?: string }) {
  const { min, max, default: fallback, description } = rule;
  return z
    .string()
    .regex(/^\d{1,16}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ description })
    .default(fallback)
    .openapi({ type: "integer", minimum: min, maximum: max, default: fallback, ...(description && { description }) });
}
