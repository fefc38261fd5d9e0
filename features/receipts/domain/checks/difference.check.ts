/** Finds where two JSON values differ. */
import { isObject } from "../../../../domain/base/is-object.ts";
import { pointerOf } from "../../../../domain/play/beginning/revision.ts";

/** A JSON pointer to the first difference; null: they are the same. A missing field is the same as `undefined`. */
export function differenceIn(a: unknown, b: unknown): string | null {
  if (Array.isArray(a) && Array.isArray(b)) return inFields(Object.entries(a), Object.entries(b));
  if (isObject(a) && isObject(b)) return inFields(Object.entries(a), Object.entries(b));
  return Object.is(a, b) ? null : "";
}

function inFields(a: [string, unknown][], b: [string, unknown][]): string | null {
  const [first, second] = [new Map(a), new Map(b)];
  for (const name of new Set([...first.keys(), ...second.keys()])) {
    const rest = differenceIn(first.get(name), second.get(name));
    if (rest !== null) return `${pointerOf(name)}${rest}`;
  }
  return null;
}
