/**
 * Parses `PAYLOAD_KEY` (docs/design/runtime.md#45-the-embedded-stack): `id:base64` of 32 bytes, several separated by
 * commas; the first encrypts.
 */

/** Id of a key without one. */
const DEFAULT_ID = "default";
/** AES-256. */
export const KEY_BYTES = 32;

export interface PayloadKey {
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

/** Errors never repeat the value. */
export function parsePayloadKeys(text: string): PayloadKey[] {
  return parseNamed(text).map(({ id, bytes }) => {
    if (bytes?.length !== KEY_BYTES) throw new Error(`must be id:base64 of ${KEY_BYTES} bytes each`);
    return { id, secret: bytes };
  });
}

/** `bytes` null: not base64. Throws if an id is invalid or repeated. */
export function parseNamed(text: string): { id: string; bytes: Buffer | null }[] {
  const named = text.split(",").map((part) => parseOne(part.trim()));
  const ids = named.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error("must not name a key id twice");
  return named;
}

function parseOne(part: string): { id: string; bytes: Buffer | null } {
  const colon = part.indexOf(":");
  const [id, encoded] = colon < 0 ? [DEFAULT_ID, part] : [part.slice(0, colon), part.slice(colon + 1)];
  if (!id || !/^[A-Za-z0-9._-]{1,64}$/.test(id)) throw new Error("must have key ids of letters, digits, . _ and -");
  const bytes = Buffer.from(encoded, "base64");
  // Node skips invalid characters, so the text must survive a round trip.
  const isBase64 = bytes.toString("base64").replace(/={1,2}$/, "") === encoded.replace(/={1,2}$/, "");
  return { id, bytes: isBase64 ? bytes : null };
}
