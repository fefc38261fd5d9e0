/**
 * Payload keys that only KMS can open (envelope encryption): each is a data key that KMS made and encrypted, so that what
 * stands in the configuration is no secret. Opened once at the start of a process, which then has no need of KMS.
 */
import { KEY_BYTES, type PayloadKey, parseNamed } from "./payload-keys.ts";

export interface WrappedKey {
  id: string;
  /** A data key of 32 bytes, encrypted by KMS under `contextOf(id)`. */
  ciphertext: Buffer;
}

/** Bytes that KMS takes to decrypt (https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html). */
const LARGEST = 6_144;

/** KMS, or whoever may ask it, does not open a key. It says which and why, never what. */
class UnopenedKeyError extends Error {
  constructor(id: string, reason: string) {
    super(`PAYLOAD_KMS_KEYS: the key ${id} can not be opened by KMS: ${reason}`);
    this.name = "UnopenedKeyError";
  }
}

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

/** Asks KMS for each, all at once. Throws `UnopenedKeyError`. */
export async function openKeys(wrapped: WrappedKey[], { region }: { region: string }): Promise<PayloadKey[]> {
  const { DecryptCommand, KMSClient } = await import("@aws-sdk/client-kms");
  const client = new KMSClient({ region });
  try {
    return await Promise.all(
      wrapped.map(async ({ id, ciphertext }) => {
        const command = new DecryptCommand({ CiphertextBlob: ciphertext, EncryptionContext: contextOf(id) });
        const { Plaintext } = await client.send(command).catch((error: Error) => {
          throw new UnopenedKeyError(id, error.name);
        });
        if (Plaintext?.length !== KEY_BYTES) throw new UnopenedKeyError(id, `it has not ${KEY_BYTES} bytes`);
        return { id, secret: Buffer.from(Plaintext) };
      }),
    );
  } finally {
    client.destroy();
  }
}
