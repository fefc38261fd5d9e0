/** The API's description as OpenAPI 3.1, made from the routes and the schemas that validate. */
import { Rating } from "../domain/rating.ts";
import { FaultView } from "../domain/schemas/faults.ts";
import { Result } from "../domain/schemas/result.ts";
import type { ApiSettings, App } from "./context.ts";
import { registerSchema } from "./openapi.ts";
import { withAuth } from "./openapi-auth.ts";
import { withExamples } from "./openapi-examples.ts";
import { withIdempotency } from "./openapi-idempotency.ts";

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
  const paths = withExamples(withIdempotency(document.paths ?? {}));
  return withAuth(withNullableRefs({ ...document, paths }) as typeof document);
}

/**
 * Schemas that stand nullable somewhere, made known by themselves first: the generator would take the nullable form
 * for the schema itself.
 */
export function registerNullables(app: App): void {
  registerSchema(app, "Result", Result);
  registerSchema(app, "Fault", FaultView);
  registerSchema(app, "Rating", Rating);
}

/** The generator writes "this schema or null" as `allOf`, which no null passes; here it becomes `anyOf`. */
function withNullableRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullableRefs);
  if (typeof value !== "object" || value === null) return value;
  const [ref, extra] = (value as { allOf?: [{ $ref?: string }, { type?: unknown }] }).allOf ?? [];
  if (ref?.$ref && Array.isArray(extra?.type) && extra.type.includes("null"))
    return { anyOf: [{ $ref: ref.$ref }, { type: "null" }] };
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNullableRefs(part)]));
}
