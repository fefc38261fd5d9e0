/** Structured answers: the JSON Schema that is sent, and the faults of a reply. */
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { jsonIn } from "./json-in.ts";
import type { OutputSchema, Reading } from "./prompt.prompt-part.ts";

/** The code checks the range: not every provider accepts ranges in a JSON Schema, so the schema omits it. */
export function between(min: number, max: number) {
  return z.number().refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);
}

export const filled = z.string().refine((text) => text.trim() !== "", "must not be blank");

/** An object with exactly these keys: a map by participant or criterion. */
export function keyed<T extends z.ZodType>(keys: readonly string[], value: T) {
  return z.strictObject(Object.fromEntries(keys.map((key) => [key, value])));
}

/** Kept schemas of one kind of answer. */
const MOST_SCHEMAS = 200;

/**
 * The same function of plain values, which builds what it has built before once: to build a schema takes longer than to read
 * a reply by it, and debates of one configuration share theirs.
 */
export function builtOnce<In extends object, T extends object>(build: (input: In) => T): (input: In) => T {
  const built = new LRUCache<string, T>({ max: MOST_SCHEMAS });
  return (input) => {
    const key = JSON.stringify(input);
    const found = built.get(key) ?? build(input);
    built.set(key, found);
    return found;
  };
}

const jsonSchemas = new WeakMap<z.ZodType, OutputSchema["schema"]>();

/** Without descriptions: those are for readers of the API, and the task says what each field is for. */
export function outputSchema(name: string, schema: z.ZodType): OutputSchema {
  const known = jsonSchemas.get(schema);
  if (known) return { name, schema: known };
  const override = ({ jsonSchema }: { jsonSchema: { description?: string } }) => delete jsonSchema.description;
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { override });
  jsonSchemas.set(schema, rest);
  return { name, schema: rest };
}

/** Lists lie in lists of an answer, such as a claim's quotations. */
const DEEPEST = 4;

/** Without what a list has beyond its most, by the list's name: how many there are decides nothing, so it is not asked again. */
export function shortened(raw: unknown, most: Record<string, number>, depth = 0): unknown {
  if (typeof raw !== "object" || raw === null || depth > DEEPEST) return raw;
  if (Array.isArray(raw)) return raw.map((each) => shortened(each, most, depth + 1));
  const entries = Object.entries(raw).map(([name, value]) => {
    const kept: unknown = Array.isArray(value) && Object.hasOwn(most, name) ? value.slice(0, most[name]) : value;
    return [name, shortened(kept, most, depth + 1)];
  });
  return Object.fromEntries(entries) as object;
}

interface Rules<T> {
  schema: z.ZodType<T>;
  check?: (raw: unknown) => string[];
  tidy?: (raw: unknown) => unknown;
}

/**
 * Parses a reply. `tidy` leaves out what need not be asked again. `check` finds faults that no schema can express; it runs on the raw value, so all faults are listed
 * at once.
 */
export function readAnswer<T>(text: string, rules: Rules<T>): Reading<T> {
  // The last one that the rules take: a model may write a draft first.
  const readings = jsonIn(text)
    .toReversed()
    .map((raw) => read(rules.tidy?.(raw) ?? raw, rules));
  const best = readings.find(({ ok }) => ok) ?? readings.toSorted((a, b) => faultsIn(a) - faultsIn(b))[0];
  return best ?? { ok: false, faults: ["The answer is not JSON: it must be one JSON object and nothing else."] };
}

function read<T>(raw: unknown, rules: Rules<T>): Reading<T> {
  const parsed = rules.schema.safeParse(raw);
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((i) => sentences(i, raw))),
    ...(rules.check?.(raw) ?? []),
  ];
  return parsed.success && faults.length === 0 ? { ok: true, value: parsed.data } : { ok: false, faults };
}

const faultsIn = (reading: Reading<unknown>) => (reading.ok ? 0 : reading.faults.length);

function sentences(issue: z.core.$ZodIssue, raw: unknown): string[] {
  const where = place(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => `${where} has a field "${key}" that was not asked for.`);
    case "invalid_value":
      return [isMissing(raw, issue) ?? `${where} must be one of ${issue.values.join(", ")}.`];
    case "invalid_type":
      return [isMissing(raw, issue) ?? `${where} must be of type ${issue.expected}.`];
    default:
      return [`${where} ${issue.message}.`];
  }
}

function isMissing(raw: unknown, { path }: z.core.$ZodIssue): string | null {
  return valueAt(raw, path) === undefined ? `${place(path)} is missing.` : null;
}

function place(path: readonly PropertyKey[]): string {
  const written = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return written === "" ? "The answer" : written.replace(/^\./, "");
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], raw);
}
