/** Opens payload keys with KMS. A module of its own, so that its client is loaded only where there are such keys. */
import { DecryptCommand, KMSClient } from "@aws-sdk/client-kms";
import { contextOf, type WrappedKey } from "./kms-keys.ts";
import { KEY_BYTES, type PayloadKey } from "./payload-keys.ts";

/** KMS, or whoever may ask it, does not open a key. It says which and why, never what. */
class UnopenedKeyError extends Error {
  constructor(id: string, reason: string) {
    super(
      `PAYLOAD_KMS_KEYS: the key ${id} can not be opened by KMS: ${reason}. It takes AWS credentials that may kms:Decrypt with it`,
    );
    this.name = "UnopenedKeyError";
  }
}

/** Asks KMS for each, all at once. Throws `UnopenedKeyError`. */
export async function openKeys(wrapped: WrappedKey[], { region }: { region: string }): Promise<PayloadKey[]> {
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
