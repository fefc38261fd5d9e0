/** BCP-47 tags of languages: their canonical form, their English names, and the schema of a request's field. */
import { z } from "zod";

/** Characters. A tag of a language, a script, a region and some variants is shorter. */
const LONGEST = 35;
/** Tags that stand for no one language. */
const NO_LANGUAGE = ["und", "mul", "mis", "zxx", "root"];
const NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** As in `de-AT` for `DE-at`; null for what is no known language. Extensions such as `-u-co-phonebk` are refused. */
export function canonicalTag(tag: string): string | null {
  try {
    const [canonical = ""] = Intl.getCanonicalLocales(tag);
    return NO_LANGUAGE.includes(primaryOf(canonical)) || !NAMES.of(canonical) ? null : canonical;
  } catch {
    return null;
  }
}

/** A request's language in its canonical form. */
export function languageIn({ language }: { language?: string | undefined }): { language?: string } {
  const canonical = canonicalTag(language ?? "");
  return canonical === null ? {} : { language: canonical };
}

/** In English and with its tag, as in `German (de)`; of an unknown one the tag alone. */
export function nameWithTag(tag: string): string {
  return canonicalTag(tag) === null ? tag : `${NAMES.of(tag)} (${tag})`;
}

/** The language without script and region: `de` of `de-AT`. */
export function primaryOf(tag: string): string {
  return tag.split("-", 1)[0]?.toLowerCase() ?? "";
}

export const LanguageTag = z
  .string()
  .max(LONGEST)
  .refine(
    (tag) => tag.length > LONGEST || canonicalTag(tag) !== null,
    "must be the BCP-47 tag of a language, such as de, pt-BR or zh-Hant",
  )
  .meta({ examples: ["de"] });
