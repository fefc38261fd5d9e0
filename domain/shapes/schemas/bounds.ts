/** Lists, maps and texts with a maximum. The size is checked first, so refusing hostile input costs little. */
// Zod's interface for custom schemas has these names.
// oxlint-disable no-underscore-dangle
import { z } from "zod";
import { andMore, MOST_PROBLEMS } from "../problems.shape.ts";
import { isReservedName } from "./names.schema.ts";

/** The longest id, name or timestamp, in characters. */
const LONGEST_LINE = 1_000;
/** The longest text of a model, in characters; the longest known reply has some 500,000. */
const LONGEST_PROSE = 4_000_000;

/** Stops at 100 problems. `z.array` would continue, and one turn alone can have 18. */
const BoundedArray = z.core.$constructor<z.ZodArray>("BoundedArray", (inst, def) => {
  z.ZodArray.init(inst, def);
  const whole = inst._zod.parse.bind(inst._zod);
  const most = Math.min(...z.core.util.sizeCaps(def.checks).map(([max]) => max));
  inst._zod.parse = (payload, context) => {
    const items: unknown = payload.value;
    // Zod refuses these without checking the elements.
    if (!Array.isArray(items) || items.length > most) return whole(payload, context);
    const checked: unknown[] = [];
    for (const [i, value] of items.entries()) {
      if (payload.issues.length >= MOST_PROBLEMS) break;
      const item = def.element._zod.run({ value, issues: [] }, context) as z.core.ParsePayload;
      payload.issues.push(...z.core.util.prefixIssues(i, item.issues));
      checked.push(item.value);
    }
    const left = items.length - checked.length;
    if (left > 0) payload.issues.push({ code: "custom", message: andMore(left), input: items, inst, path: [] });
    payload.value = checked;
    return payload;
  };
});

/**
 * A list of at most `max` elements. After 100 problems, each unchecked element counts as one more.
 *
 * @example
 * list(z.string(), 2).safeParse(["a", "b", "c"]).success // → false
 */
export function list<T extends z.ZodType>(element: T, max: number): z.ZodArray<T> {
  return new BoundedArray(z.array(element).max(max)._zod.def) as z.ZodArray<T>;
}

interface BoundedRecordDef extends z.core.$ZodRecordDef {
  most: number;
}
const BoundedRecord = z.core.$constructor<z.ZodRecord, BoundedRecordDef>("BoundedRecord", (inst, def) => {
  z.ZodRecord.init(inst, def);
  const whole = inst._zod.parse.bind(inst._zod);
  inst._zod.parse = (payload, context) => {
    const { value: input } = payload;
    if (!z.core.util.isPlainObject(input) || Object.keys(input).length <= def.most) return whole(payload, context);
    payload.issues.push({ code: "too_big", origin: "record", maximum: def.most, inclusive: true, input, inst });
    return payload;
  };
});

/** Any key except those that every object has. */
const key = z
  .string()
  .max(LONGEST_LINE)
  .refine((name) => !isReservedName(name), "is a reserved name");

/**
 * A map of at most `max` entries.
 *
 * @example
 * dictionary(z.number(), 2).parse({ a: 1 }) // → { a: 1 }
 * dictionary(z.number(), 2).safeParse({ constructor: 1 }).success // → false
 */
export function dictionary<V extends z.ZodType>(value: V, max: number, keys = key): z.ZodRecord<z.ZodString, V> {
  const bounded = new BoundedRecord({ ...z.record(keys, value)._zod.def, most: max });
  return (bounded as unknown as z.ZodRecord<z.ZodString, V>).meta({ maxProperties: max });
}

export const line = z.string().max(LONGEST_LINE);
export const prose = z.string().max(LONGEST_PROSE);
/**
 * A text of at most `max` characters that is not blank.
 *
 * @example
 * notBlank(5).safeParse("  ").error?.issues[0].message // → "must not be blank"
 */
export function notBlank(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => text.trim() !== "", "must not be blank");
}
/** Lists of a model: arguments, strengths, recommendations. */
export const texts = list(prose, 10_000);
/** By participant id. */
export function byParticipant<V extends z.ZodType>(value: V): z.ZodRecord<z.ZodString, V> {
  return dictionary(value, 20);
}
