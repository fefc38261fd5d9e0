/**
 * Fences of debates without a key. Lookalikes and invisible characters get past this escaping; it cannot change,
 * because stored prompt hashes depend on it.
 */
import { type Fences, fenceAround, MARKS, ruleFor, ruleForAlone } from "./marks.ts";

const GAP = "[\\s\\p{Cf}]*";
const MARK = new RegExp(`<(?=${GAP}(?:/${GAP})?(?:${MARKS.join("|")})(?![\\p{L}\\p{N}]))`, "giu");

function escape(text: string): string {
  return text.replace(MARK, "&lt;");
}

function label(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replaceAll(/[<>]/g, "");
}

export const PLAIN_FENCES: Fences = {
  rule: ruleFor((mark) => `<${mark}>`),
  ruleAlone: ruleForAlone("<topic>"),
  fence: (mark, text, attributes) => fenceAround(escape(text), { name: mark, attributes, label }),
  escape,
  own: (text) => text,
  label,
};
