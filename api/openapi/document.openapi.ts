/** The OpenAPI 3.1 document, generated from the routes and the schemas that validate requests. */

import { FaultView } from "../../domain/shapes/schemas/faults.schema.ts";
import { Rating } from "../../domain/shapes/schemas/rating.schema.ts";
import { Result } from "../../domain/shapes/schemas/result.schema.ts";
import type { ApiSettings, App } from "../base/context.api-base.ts";
import { withAuth } from "./auth.openapi.ts";
import { withExamples } from "./examples.openapi.ts";
import { withIdempotency } from "./idempotency.openapi.ts";
import { registerSchema } from "./openapi.ts";

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
