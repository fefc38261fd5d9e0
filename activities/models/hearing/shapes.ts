/** Values of a provider's reply, whose types are the SDK's word only. What has another shape reads as if it were missing. */

export type Bag = Record<string, unknown>;

export function bagOf(value: unknown): Bag {
  return typeof value === "object" && value !== null ? (value as Bag) : {};
}

export function listOf(value: unknown): Bag[] {
  return Array.isArray(value) ? value.map(bagOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** What a JSON text says; undefined: it is no JSON. Servers and models both write broken JSON. */
export function valueIn(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON text, or what some endpoints send in its place: the value itself. Empty where it is nested too deep to be written. */
export function jsonOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
}
