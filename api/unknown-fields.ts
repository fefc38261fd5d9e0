/** Finds what a schema of open objects has left out of a value. */
import type { Problem } from "../domain/schemas/faults.ts";

/** A problem for each field of `given` that `parsed`, made from it, lacks. */
export function unknownFields(given: unknown, parsed: unknown, pointer = ""): Problem[] {
  if (typeof given !== "object" || given === null || typeof parsed !== "object" || parsed === null) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const here = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!Object.hasOwn(parsed, name)) return [{ pointer: here, detail: "unknown field" }];
    return unknownFields(value, (parsed as Record<string, unknown>)[name], here);
  });
}
