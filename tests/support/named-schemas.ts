/** Schemas of an OpenAPI document. */

export const SCHEMAS = "#/components/schemas/";

/** Those that `value` names, directly or through others. */
export function schemasNamedBy(value: unknown, schemas: Record<string, unknown>): Record<string, unknown> {
  const found = new Map<string, unknown>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const reference = (part as { $ref?: unknown }).$ref;
    if (typeof reference === "string" && reference.startsWith(SCHEMAS)) {
      const name = reference.slice(SCHEMAS.length);
      if (name in schemas && !found.has(name)) {
        found.set(name, schemas[name]);
        visit(schemas[name]);
      }
    }
    Object.values(part).forEach(visit);
  };
  visit(value);
  return Object.fromEntries(found);
}
