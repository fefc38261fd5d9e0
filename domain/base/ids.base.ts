/** The form of ids: `deb-YYYYMMDD-HHMMSS-XXXXXX` (UTC, then six random characters). They sort by creation time. */

/** Crockford's base 32: no I, L, O or U. */
export const BASE_32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Random bytes that an id needs. */
export const ID_BYTES = 6;

export function idAt(kind: string, now: Date, bytes: Uint8Array): string {
  const [date = "", time = ""] = now.toISOString().replaceAll(/[-:]/g, "").split(/[T.]/);
  return `${kind}-${date}-${time}-${textOf(BASE_32, bytes)}`;
}

/**
 * The id of a debate's twin, which the debate itself creates: always the same, so that a repetition finds it.
 *
 * @example
 * twinIdOf(twinIdOf("deb-20261121-061254-3T9WXA")) // → "deb-20261121-061254-3T9WXA"
 */
export function twinIdOf(debateId: string): string {
  const last = Array.from(debateId.slice(-ID_BYTES), (letter) => BASE_32.at(-1 - BASE_32.indexOf(letter)) ?? letter);
  return `${debateId.slice(0, -ID_BYTES)}${last.join("")}`;
}

/** A character of the alphabet for each byte; the alphabet's size divides 256. */
export function textOf(alphabet: string, bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
}
