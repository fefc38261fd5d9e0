/** Random ids. Debates have `deb-YYYYMMDD-HHMMSS-XXXXXX` (UTC, then six random characters), templates `tpl-…`. */
import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O or U. */
export const BASE_32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DEBATE_ID = /^deb-\d{8}-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/;
const TEMPLATE_ID = /^tpl-\d{8}-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/;

export function createDebateId(now: Date): string {
  return createId("deb", now);
}

/** Ids sort by creation time, in random order within a second. */
export function createTemplateId(now: Date): string {
  return createId("tpl", now);
}

function createId(kind: string, now: Date): string {
  const [date = "", time = ""] = now.toISOString().replaceAll(/[-:]/g, "").split(/[T.]/);
  return `${kind}-${date}-${time}-${randomText(BASE_32, 6)}`;
}

/** Random characters of an alphabet whose size divides 256. */
export function randomText(alphabet: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("");
}

export function isDebateId(id: string): boolean {
  return DEBATE_ID.test(id);
}

export function isTemplateId(id: string): boolean {
  return TEMPLATE_ID.test(id);
}
