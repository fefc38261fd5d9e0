/**
 * Payload keys that only KMS can open (envelope encryption): each is a data key that KMS made and encrypted, so that what
 * stands in the configuration is no secret. `kms.ts` opens them, once at the start of a process.
 */
import { parseNamed } from "./payload-keys.ts";

export interface WrappedKey {
  id: string;
  /** A data key of 32 bytes, encrypted by KMS under `contextOf(id)`. */
  ciphertext: Buffer;
}

/** Bytes that KMS takes to decrypt (https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html). */
const LARGEST = 6_144;

/**
 * What KMS asks for again when it opens the key: a ciphertext under another id, or one that was made for another purpose,
 * stays closed. Roles may be restricted to it (`kms:EncryptionContext:purpose`).
 */
export function contextOf(id: string): { purpose: string; id: string } {
  return { purpose: PURPOSE, id };
}
export const PURPOSE = "parley-payloads";

/** Reads `PAYLOAD_KMS_KEYS`; throws an `Error` that says what is wrong, never what stands there. */
export function parseWrappedKeys(text: string): WrappedKey[] {
  return parseNamed(text).map(({ id, bytes }) => {
    if (bytes === null || bytes.length === 0 || bytes.length > LARGEST)
      throw new Error("must be id:base64 of what KMS has encrypted");
    return { id, ciphertext: bytes };
  });
}
