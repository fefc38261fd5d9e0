/**
 * The fixed words of reports, in the debate's language. The English words stand in the code and are the keys of every
 * translation. A new language is one more file beside `de.ts` and one more line here.
 */
import { primaryOf } from "../language/tag.ts";
import { GERMAN } from "./de.ts";

/** An English text; `{name}` is the place of a value. */
export type Text = keyof typeof GERMAN;
/** Every text in another language: a missing one does not compile. */
type Translation = Readonly<Record<Text, string>>;
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

const TRANSLATIONS: Readonly<Record<string, Translation>> = { de: GERMAN };

/**
 * English where the debate's language has no translation.
 *
 * @example
 * wordsOf({ language: "de-AT" }).say("Verdicts side by side") // → "Urteile nebeneinander"
 * wordsOf({ language: "fr" }).language // → "en"
 */
export function wordsOf({ language = "en" }: { language?: string }): Words {
  const primary = primaryOf(language);
  const translation = Object.hasOwn(TRANSLATIONS, primary) ? TRANSLATIONS[primary] : undefined;
  return translation ? translated(primary, translation) : ENGLISH;
}

const ENGLISH: Words = {
  language: "en",
  say: (text, values) => filled(text, values, String),
  word: (text) => text,
  number: String,
  digits: (value, count) => value.toFixed(count),
  minute: (at) => `${at.slice(0, 16).replace("T", " ")} UTC`,
};

function translated(language: string, translation: Translation): Words {
  const format = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 });
  const number = (value: number) => format.format(value);
  const minutes = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return {
    language,
    number,
    digits: (value, count) =>
      value.toLocaleString(language, {
        useGrouping: false,
        minimumFractionDigits: count,
        maximumFractionDigits: count,
      }),
    minute: (at) => `${minutes.format(new Date(at))} UTC`,
    say: (text, values) => filled(translation[text], values, number),
    word: (text) => (Object.hasOwn(translation, text) ? translation[text as Text] : text),
  };
}

function filled(text: string, values: Values = {}, number: (value: number) => string): string {
  return text.replaceAll(/\{([a-z]+)\}/gi, (place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : place;
    return typeof value === "number" ? number(value) : (value ?? place);
  });
}
