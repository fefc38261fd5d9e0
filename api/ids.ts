/** Ids of debates: `deb-YYYYMMDD-HHMMSS-XXXXXX`, the time in UTC and six random characters. */
import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DEBATE_ID = /^deb-\d{8}-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/;

export function createDebateId(now: Date): string {
  const [date = "", time = ""] = now.toISOString().replaceAll(/[-:]/g, "").split(/[T.]/);
  const random = Array.from(randomBytes(6), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return `deb-${date}-${time}-${random}`;
}

export function isDebateId(id: string): boolean {
  return DEBATE_ID.test(id);
}
