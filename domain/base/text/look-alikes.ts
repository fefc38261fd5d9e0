/**
 * Compares texts by appearance, using Unicode's confusable characters (UTS #39). The list has 70 KB, so no workflow
 * imports this.
 */
import confusables from "./confusables.json" with { type: "json" };

const PROTOTYPES = new Map(
  Object.entries(confusables.prototypes).flatMap(([prototype, alike]) =>
    Array.from(alike, (char) => [char, prototype] as const),
  ),
);

/** UTS #39's skeleton, without invisible characters. */
function skeleton(text: string): string {
  return Array.from(text.normalize("NFD"), (char) => PROTOTYPES.get(char) ?? char)
    .join("")
    .normalize("NFD");
}

/**
 * All readings of a text, ignoring letter case: as it is, lower-cased or upper-cased first, each with and without
 * compatibility forms (full width, ligatures). Some characters differ: ſ is an s or an f, I an i or an l, т a letter of
 * its own or, as Т, a T.
 */
export function readings(text: string): string[] {
  const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, "");
  const cases = [seen, seen.normalize("NFKC")].flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
  // Twice: a lower-cased or plain form may have lookalikes that the original has not.
  return cases.map((form) => skeleton(skeleton(form).normalize("NFKC").toLowerCase()));
}

/** True if readers may confuse the names: case, width, invisible characters, lookalikes. */
export function lookAlike(one: string, other: string): boolean {
  const shared = new Set(readings(one));
  return readings(other).some((way) => shared.has(way));
}
