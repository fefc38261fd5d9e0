/** Decrypts payload keys with KMS. A separate module, so that the client is loaded only if needed. */
import { DecryptCommand, KMSClient } from "@aws-sdk/client-kms";
import { contextOf, type WrappedKey } from "./kms-keys.ts";
import { KEY_BYTES, type PayloadKey } from "./payload-keys.ts";

/** KMS does not decrypt a key. The message has the key's id and the reason, never its value. */
class UnopenedKeyError extends Error {
  constructor(id: string, reason: string) {
    super(
      `PAYLOAD_KMS_KEYS: the key ${id} cannot be opened by KMS: ${reason}. It takes AWS credentials that may kms:Decrypt with it`,
    );
    this.name = "UnopenedKeyError";
  }
}

/** Decrypts all keys at once. Throws `UnopenedKeyError`. */
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
