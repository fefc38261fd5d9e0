/** Helpers that change every operation of the document. */
import type { ErrorCode } from "../../domain/base/errors.base.ts";
import { PROBLEMS } from "../base/errors.api-base.ts";

export interface Content {
  [type: string]: { schema?: unknown; example?: unknown };
}
export interface Answer {
  description: string;
  headers?: Record<string, object>;
  content?: Content;
}
export interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  parameters?: object[];
  requestBody?: { content: Content };
  security?: object[];
  responses: Record<string, Answer>;
}

export function mapOperations<T extends object>(
  paths: T,
  change: (operation: Operation, method: string, path: string) => Operation,
): T {
  const byPath = paths as Record<string, Record<string, Operation>>;
  return mapValues(byPath, (methods, path) =>
    mapValues(methods, (operation, method) => change(operation, method, path)),
  ) as T;
}

/** Each with its method, in small letters, and its path. */
export function operationsOf(paths: object): (Operation & { method: string; path: string })[] {
  const byPath = paths as Record<string, Record<string, Operation>>;
  return Object.entries(byPath).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
}

export function mapValues<T, U>(record: Record<string, T>, change: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

/** A problem's response. It refers to the schema, which the generator has already written at this point. */
export function problemAnswer(code: ErrorCode): Answer {
  const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/ProblemDetails" } } };
  return { description: `\`${code}\`: ${PROBLEMS[code].title}`, content };
}
