/** The fixed words in English, which stand in the code. Browsers get this file too. */
import type { GERMAN } from "./de.ts";

/** An English text; `{name}` is the place of a value. */
export type Text = keyof typeof GERMAN;
type Values = Record<string, string | number>;

export interface Words {
  /** Of these words, for `lang` attributes and formats of times. */
  language: string;
  say: (text: Text, values?: Values) => string;
  /** A word that data has, such as a phase or a flag; itself where it has no translation. */
  word: (text: string) => string;
  number: (value: number) => string;
  /** With so many digits after the point. */
  digits: (value: number, count: number) => string;
  /** Of a time in ISO 8601, in UTC. */
  minute: (at: string) => string;
}

export const ENGLISH: Words = {
  language: "en",
  say: (text, values) => filled(text, values, String),
  word: (text) => text,
  number: String,
  digits: (value, count) => value.toFixed(count),
  minute: (at) => `${at.slice(0, 16).replace("T", " ")} UTC`,
};

export function filled(text: string, values: Values = {}, number: (value: number) => string): string {
  return text.replaceAll(/\{([a-z]+)\}/gi, (place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : place;
    return typeof value === "number" ? number(value) : (value ?? place);
  });
}
