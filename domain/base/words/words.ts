/**
 * The fixed words of reports, in the debate's language. The English words stand in the code and are the keys of every
 * translation. A new language is one more file beside `de.ts` and one more line here.
 */
import { primaryOf } from "../language/tag.ts";
import { GERMAN } from "./de.ts";
import { ENGLISH, filled, type Text, type Words } from "./english.words.ts";

export type { Text, Words } from "./english.words.ts";

/** Every text in another language: a missing one does not compile. */
type Translation = Readonly<Record<Text, string>>;

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
