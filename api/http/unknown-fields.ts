/** Finds fields that a schema dropped. */
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";

/** A problem for each field of `given` that is missing in `parsed`. */
export function unknownFields(given: unknown, parsed: unknown, pointer = ""): Problem[] {
  if (typeof given !== "object" || given === null || typeof parsed !== "object" || parsed === null) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const here = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!Object.hasOwn(parsed, name)) return [{ pointer: here, detail: "unknown field" }];
    return unknownFields(value, (parsed as Record<string, unknown>)[name], here);
  });
}
