/** Structured answers: the schema that is sent, and what is wrong with what came back. */
import { z } from "zod";
import type { OutputSchema, Reading } from "./prompt.ts";

/**
 * A number whose range the code checks: a refinement does not enter the JSON Schema, since not every provider takes
 * ranges there.
 */
export function between(min: number, max: number) {
  return z.number().refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);
}

export const filled = z.string().refine((text) => text.trim() !== "", "must not be blank");

/** An object with exactly these keys, for maps by participant or criterion. */
export function keyed<T extends z.ZodType>(keys: readonly string[], value: T) {
  return z.strictObject(Object.fromEntries(keys.map((key) => [key, value])));
}

export function outputSchema(name: string, schema: z.ZodType): OutputSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema);
  return { name, schema: rest };
}

/**
 * Reads an answer. `check` looks at the raw value for what no schema says, even when the shape is wrong, so that all
 * faults are listed at once.
 */
export function readAnswer<T>(
  text: string,
  rules: { schema: z.ZodType<T>; check?: (raw: unknown) => string[] },
): Reading<T> {
  const raw = parseJson(text);
  if (raw === undefined)
    return { ok: false, faults: ["The answer is not JSON: it must be one JSON object and nothing else."] };
  const parsed = rules.schema.safeParse(raw);
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((i) => sentences(i, raw))),
    ...(rules.check?.(raw) ?? []),
  ];
  return parsed.success && faults.length === 0 ? { ok: true, value: parsed.data } : { ok: false, faults };
}

/** JSON alone, or in the one code fence that some models put around it. */
function parseJson(text: string): unknown {
  const bare = text.trim();
  const fenced = bare.startsWith("```") && bare.endsWith("```");
  try {
    return JSON.parse(fenced ? bare.slice(3, -3).replace(/^json/, "") : bare);
  } catch {
    return undefined;
  }
}

function sentences(issue: z.core.$ZodIssue, raw: unknown): string[] {
  const where = place(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => `${where} has a field "${key}" that was not asked for.`);
    case "invalid_value":
      return [`${where} must be one of ${issue.values.join(", ")}.`];
    case "invalid_type":
      return [
        valueAt(raw, issue.path) === undefined ? `${where} is missing.` : `${where} must be of type ${issue.expected}.`,
      ];
    default:
      return [`${where} ${issue.message}.`];
  }
}

function place(path: readonly PropertyKey[]): string {
  const written = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return written === "" ? "The answer" : written.replace(/^\./, "");
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], raw);
}
