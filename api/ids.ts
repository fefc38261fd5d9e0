/** Ids, `deb-YYYYMMDD-HHMMSS-XXXXXX` of debates: the time in UTC and six random characters. Templates have `tpl-`. */
import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DEBATE_ID = /^deb-\d{8}-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/;
const TEMPLATE_ID = /^tpl-\d{8}-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/;

export function createDebateId(now: Date): string {
  return createId("deb", now);
}

/** Their order is the order of their creation, within a second at random. */
export function createTemplateId(now: Date): string {
  return createId("tpl", now);
}

function createId(kind: string, now: Date): string {
  const [date = "", time = ""] = now.toISOString().replaceAll(/[-:]/g, "").split(/[T.]/);
  const random = Array.from(randomBytes(6), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `${kind}-${date}-${time}-${random}`;
}

export function isDebateId(id: string): boolean {
  return DEBATE_ID.test(id);
}

export function isTemplateId(id: string): boolean {
  return TEMPLATE_ID.test(id);
}
