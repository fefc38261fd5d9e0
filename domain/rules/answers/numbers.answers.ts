/** Reads the one number that a text gives, as languages write it. */

interface Writing {
  /** A BCP-47 tag. */
  language?: string | undefined;
  unit?: string | undefined;
}

/** A JSON number's spelling; null: none, several, a bound such as `<5`, or one whose marks could mean two numbers. */
export function numberIn(text: string, { language, unit = "" }: Writing = {}): string | null {
  const written = plain(text, language);
  const found = [...written.text.matchAll(NUMBER)].flatMap((match) => {
    const before = written.text.slice(Math.max(0, match.index - CONTEXT), match.index);
    const after = written.text.slice(match.index + match[0].length, match.index + match[0].length + CONTEXT);
    if (IN_A_NAME.test(before)) return [];
    if (BOUND_BEFORE.test(before.replace(ARROW, "")) || BOUND_AFTER.test(after)) return [null];
    const value = valueOf(match[0], written.decimal);
    const word = WORD.exec(after)?.[1]?.toLowerCase();
    const power = word === undefined ? 0 : (powersOfTen(language, unit).get(word) ?? 0);
    return [value && scaled(`${signBefore(before)}${value}`, power)];
  });
  const distinct = [...new Set(found)];
  return distinct.length === 1 ? (distinct[0] ?? null) : null;
}

/** Not after a letter of a script that has blanks between words: `E1` is a name, `約5` holds a number. */
const NUMBER =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_.,'])\.?\d+(?:[.,']\d+)*(?:e[-+]?\d+)?/giu;
/** Characters around a number that say how to read it. */
const CONTEXT = 40;
const IN_A_NAME = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}][-−–]$/u;
const ARROW = /[-=–—]>\s?$/u;
const BOUND_BEFORE = /[<>≤≥≠±≲≳⩽⩾]=?\s?[-−–+]?$|>=\s?[-−–+]?$/u;
const BOUND_AFTER = /^\s?[±<>≤≥≠^]|^\+(?!\d)|^\s?[½¼¾⅓⅔⅛⅜⅝⅞]|^[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]|^\*\*/u;
const WORD = /^\s?(\p{L}+)/u;

const DIGIT = /\p{Nd}/gu;
const ARABIC_MARKS = /[٫٬]/u;
const FIXED_BLANKS = /(?<![\d.,'])\d{1,3}(?:[\u00A0\u2009\u202F]\d{3})+(?!\d)/g;
const BLANKS = /(?<![\d.,'])\d{1,3}(?: \d{3})+(?!\d)/g;
const TIMES_TEN = /(\d)\s?[×x·*⋅]\s?10(?:(?:\^|\*\*)([-−+]?\d{1,3})|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))/gu;
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";

/** Digits and marks as English has them; `decimal`: the mark before decimals, where the language is known. */
function plain(text: string, language: string | undefined): { text: string; decimal: "." | "," } {
  const isArabic = ARABIC_MARKS.test(text);
  const marks = isArabic ? { decimal: ".", group: "," } : marksOf(language);
  const digits = text
    .replaceAll(DIGIT, digitOf)
    .replaceAll("٫", ".")
    .replaceAll("٬", ",")
    .replaceAll("．", ".")
    .replaceAll(/[’＇]/g, "'")
    .replaceAll(TIMES_TEN, (_, last: string, power: string | undefined, small: string | undefined) => {
      const exponent = power?.replace("−", "-") ?? Array.from(small ?? "", lowered).join("");
      return `${last}e${exponent}`;
    })
    .replaceAll(FIXED_BLANKS, (found) => found.replaceAll(/\s/g, ""));
  return {
    text: /^\s$/.test(marks.group) ? digits.replaceAll(BLANKS, (found) => found.replaceAll(" ", "")) : digits,
    decimal: marks.decimal === "," ? "," : ".",
  };
}

function lowered(sign: string): string {
  return "0123456789+-".charAt(RAISED.indexOf(sign));
}

/** Each script's digits stand in a row from its zero on. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

function marksOf(language: string | undefined): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(language ?? "en").formatToParts(1_234_567.5);
  const of = (type: string, usual: string) => parts.find((part) => part.type === type)?.value ?? usual;
  return { decimal: of("decimal", "."), group: of("group", ",") };
}

const EXPONENTS = [3, 6, 9, 12];

/** The powers of ten by their names, in English and in the language. A unit's own words are no powers. */
function powersOfTen(language: string | undefined, unit: string): Map<string, number> {
  const own = new Set(unit.toLowerCase().split(/\s+/));
  const named = new Map<string, number>();
  for (const tag of new Set(["en", language ?? "en"])) {
    const format = new Intl.NumberFormat(tag, { notation: "compact", compactDisplay: "long" });
    for (const exponent of EXPONENTS)
      for (const count of [1, 5]) {
        const parts = format.formatToParts(count * 10 ** exponent);
        const isOne = parts.find(({ type }) => type === "integer")?.value === format.format(count);
        const word = parts.find(({ type }) => type === "compact")?.value.toLowerCase();
        if (isOne && word && !own.has(word)) named.set(word, exponent);
      }
  }
  return named;
}

function signBefore(before: string): "-" | "" {
  return /(?<![\p{N})\]])[-−–﹣－]$|−\s$/u.test(before) ? "-" : "";
}

function scaled(value: string, exponent: number): string | null {
  const [digits, power = "0"] = value.split("e");
  const number = Number(`${digits}e${Number(power) + exponent}`);
  return Number.isFinite(number) ? String(number === 0 ? 0 : number) : null;
}

/** null: its marks are those of no one number. */
function valueOf(written: string, decimal: "." | ","): string | null {
  const [digits = "", exponent] = written.toLowerCase().split("e");
  const power = exponent === undefined ? "" : `e${exponent}`;
  const marks = digits.replaceAll(/\d/g, "");
  const last = marks.at(-1);
  if (last === undefined) return `${digits}${power}`;
  const at = digits.lastIndexOf(last);
  const [whole, rest] = [digits.slice(0, at), digits.slice(at + 1)];
  const kinds = new Set(marks).size;
  const looksGrouped = isGrouped(whole.split(last)) && rest.length === 3;
  const isDecimal =
    last !== "'" && marks.split(last).length === 2 && (kinds === 2 || !looksGrouped || last === decimal);
  const integers = (isDecimal ? whole : digits).split(/[.,']/);
  const isOneKind = new Set(isDecimal ? marks.slice(0, -1) : marks).size <= 1;
  if (!isOneKind || (integers.length > 1 && !isGrouped(integers.slice(0, -1), integers.at(-1)))) return null;
  return `${integers.join("") || "0"}${isDecimal ? `.${rest}` : ""}${power}`;
}

/** In threes, or in Indian twos before the last three. */
function isGrouped([first = "", ...between]: string[], last = "000"): boolean {
  return /^[1-9]\d{0,2}$/.test(first) && between.every((group) => /^\d{2,3}$/.test(group)) && /^\d{3}$/.test(last);
}
