/** The keys of `PAYLOAD_KEY` (spec §4.5): `id:base64` of 32 bytes, several separated by commas; the first encrypts. */

/** A bare base64 has this id. */
const DEFAULT_ID = "default";
const BYTES = 32;

export interface PayloadKey {
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

/** Reads the variable; throws an `Error` that says what is wrong, never what stands there. */
export function parsePayloadKeys(text: string): PayloadKey[] {
  const keys = text.split(",").map((part) => parseKey(part.trim()));
  const ids = keys.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error("must not name a key id twice");
  return keys;
}

function parseKey(part: string): PayloadKey {
  const colon = part.indexOf(":");
  const [id, encoded] = colon < 0 ? [DEFAULT_ID, part] : [part.slice(0, colon), part.slice(colon + 1)];
  if (!id || !/^[A-Za-z0-9._-]{1,64}$/.test(id)) throw new Error("must have key ids of letters, digits, . _ and -");
  const secret = Buffer.from(encoded, "base64");
  // Node skips what is no base64: only a text that comes out again was one.
  const isBase64 = secret.toString("base64").replace(/=+$/, "") === encoded.replace(/=+$/, "");
  if (!isBase64 || secret.length !== BYTES) throw new Error(`must be id:base64 of ${BYTES} bytes each`);
  return { id, secret };
}
