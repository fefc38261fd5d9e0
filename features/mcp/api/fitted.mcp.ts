/** Cuts data for a model's context: long texts first, then long lists. */
import { isObject } from "../../../domain/base/is-object.ts";
import { bytesOf, firstBytes } from "../../../domain/base/text/text.ts";

interface Cut {
  /** Bytes of a text. */
  text: number;
  /** Entries of a list. */
  entries: number;
}

/** The last one leaves ids and names of people whole. */
const CUTS: Cut[] = [
  { text: 800, entries: 30 },
  { text: 400, entries: 20 },
  { text: 240, entries: 12 },
  { text: 160, entries: 8 },
  { text: 100, entries: 5 },
  { text: 60, entries: 3 },
  { text: 40, entries: 1 },
];

export type Fields = Record<string, unknown>;

/** Bytes as JSON. */
export function sizeOf(value: unknown): number {
  return bytesOf(JSON.stringify(value));
}

/**
 * The first of `forms`, the fullest first, that has at most `bytes` as JSON: as it is, else with its texts and lists cut.
 * The types of its values stay. If nothing fits, the last form under the hardest cut.
 *
 * @example
 * fitted([{ text: "a".repeat(900) }], 500) // → { text: "aaa…" }
 */
export function fitted(forms: [Fields, ...Fields[]], bytes: number): Fields {
  let last: Fields = forms[0];
  for (const form of forms) {
    if (sizeOf(form) <= bytes) return form;
    // A fuller form is not worth texts of a few words.
    for (const cut of form === forms.at(-1) ? CUTS : CUTS.slice(0, 5)) {
      last = cutTo(form, cut) as Fields;
      if (sizeOf(last) <= bytes) return last;
    }
  }
  return last;
}

/**
 * At most so many bytes, with an ellipsis where something is left out.
 *
 * @example
 * shortened("Trams are cheap.", 8) // → "Trams…"
 */
export function shortened(text: string, bytes: number): string {
  return bytesOf(text) <= bytes ? text : `${firstBytes(text, bytes - bytesOf("…"))}…`;
}

function cutTo(value: unknown, cut: Cut): unknown {
  if (typeof value === "string") return shortened(value, cut.text);
  if (Array.isArray(value)) return value.slice(0, cut.entries).map((entry: unknown) => cutTo(entry, cut));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cutTo(field, cut)]));
}
