/** The keys of `PAYLOAD_KEY` (spec §4.5): `id:base64` of 32 bytes, several separated by commas; the first encrypts. */

/** A bare base64 has this id. */
const DEFAULT_ID = "default";
/** AES-256. */
export const KEY_BYTES = 32;

export interface PayloadKey {
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

/** Reads the variable; throws an `Error` that says what is wrong, never what stands there. */
export function parsePayloadKeys(text: string): PayloadKey[] {
  return parseNamed(text).map(({ id, bytes }) => {
    if (bytes?.length !== KEY_BYTES) throw new Error(`must be id:base64 of ${KEY_BYTES} bytes each`);
    return { id, secret: bytes };
  });
}

/** `id:base64` pairs; `bytes` null: what stands there is no base64. Throws when an id is not valid or comes twice. */
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
  // Node skips what is no base64: only a text that comes out again was one.
  const isBase64 = bytes.toString("base64").replace(/=+$/, "") === encoded.replace(/=+$/, "");
  return { id, bytes: isBase64 ? bytes : null };
}
