/** Parses `RECEIPT_KEY`: Ed25519 keys, each as PKCS#8 in PEM or as the base64 of its seed of 32 bytes. */
import { createPrivateKey, type KeyObject } from "node:crypto";

const SEED_BYTES = 32;
/** PKCS#8 of an Ed25519 seed, up to the seed (RFC 8410, section 7). */
const BEFORE_SEED = Buffer.from("302e020100300506032b657004220420", "hex");
const PEM = /-----BEGIN PRIVATE KEY-----[^-]{1,2000}-----END PRIVATE KEY-----/g;

/** Seeds are separated by commas; PEM follows PEM. A blank text has none. Errors never repeat the value. */
export function parseReceiptKeys(text: string): KeyObject[] {
  if (text.trim() === "") return [];
  const keys = text.includes("-----") ? keysInPem(text) : text.split(",").map((part) => keyOfSeed(part.trim()));
  const distinct = new Set(keys.map((key) => key.export({ format: "jwk" }).x));
  if (distinct.size < keys.length) throw new Error("must not name a key twice");
  return keys;
}

/** `seed`: base64 or base64url of 32 bytes. */
export function keyOfSeed(seed: string): KeyObject {
  const bytes = Buffer.from(seed, "base64");
  // Node skips invalid characters, so the text must survive a round trip.
  const same = (encoding: "base64" | "base64url") =>
    bytes.toString(encoding).replace(/={1,2}$/, "") === seed.replace(/={1,2}$/, "");
  if (bytes.length !== SEED_BYTES || !(same("base64") || same("base64url")))
    throw new Error(`must be Ed25519 keys: PKCS#8 in PEM, or the base64 of ${SEED_BYTES} bytes`);
  return createPrivateKey({ key: Buffer.concat([BEFORE_SEED, bytes]), format: "der", type: "pkcs8" });
}

/** A line break may be written as `\\n`, as files of variables need it. */
function keysInPem(text: string): KeyObject[] {
  const lines = text.replaceAll("\\n", "\n");
  const blocks = lines.match(PEM) ?? [];
  if (blocks.length === 0 || lines.replace(PEM, "").replaceAll(",", "").trim() !== "")
    throw new Error("must be PKCS#8 keys in PEM, without a passphrase");
  return blocks.map(keyOfPem);
}

function keyOfPem(pem: string): KeyObject {
  const key = readKey(pem);
  if (key?.asymmetricKeyType !== "ed25519") throw new Error("must be Ed25519 keys");
  return key;
}

function readKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}
