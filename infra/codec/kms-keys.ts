/**
 * Payload keys encrypted by KMS (envelope encryption), so that the configuration contains no secret. `kms.ts` decrypts
 * them once per process.
 */
import { parseNamed } from "./payload-keys.ts";

export interface WrappedKey {
  id: string;
  /** A data key of 32 bytes, encrypted by KMS under `contextOf(id)`. */
  ciphertext: Buffer;
}

/** Bytes that KMS decrypts at most (https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html). */
const LARGEST = 6_144;

/**
 * KMS requires the same context to decrypt, so a ciphertext for another id or purpose stays encrypted. Roles may be
 * restricted to it (`kms:EncryptionContext:purpose`).
 */
export function contextOf(id: string): { purpose: string; id: string } {
  return { purpose: PURPOSE, id };
}
export const PURPOSE = "parley-payloads";

/** Parses `PAYLOAD_KMS_KEYS`. Errors never repeat the value. */
export function parseWrappedKeys(text: string): WrappedKey[] {
  return parseNamed(text).map(({ id, bytes }) => {
    if (bytes === null || bytes.length === 0 || bytes.length > LARGEST)
      throw new Error("must be id:base64 of what KMS has encrypted");
    return { id, ciphertext: bytes };
  });
}
