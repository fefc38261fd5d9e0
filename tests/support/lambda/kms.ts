/**
 * KMS's wire format for what Parley and its operator ask of it, on loopback, with one key. A ciphertext is bound to its
 * encryption context, as KMS's are. `npm run infra:check` runs the same tests against moto's engine.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { contextOf } from "../../../infra/codec/kms-keys.ts";

export interface KmsServer {
  /** For `AWS_ENDPOINT_URL_KMS`. */
  url: string;
  /** A new key as it stands in `PAYLOAD_KMS_KEYS`. */
  newKey(id: string): string;
  stop(): Promise<void>;
}

interface Asked {
  EncryptionContext?: Record<string, string>;
  CiphertextBlob?: string;
  Plaintext?: string;
  NumberOfBytes?: number;
  KeySpec?: string;
}

const ARN = "arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab";

export async function startKms(): Promise<KmsServer> {
  const seal = createSeal();
  const acts: Record<string, (asked: Asked) => object> = {
    CreateKey: () => ({ KeyMetadata: { KeyId: ARN, Arn: ARN } }),
    GenerateDataKeyWithoutPlaintext: (asked) => ({
      KeyId: ARN,
      CiphertextBlob: seal.close(randomBytes(asked.NumberOfBytes ?? 32), asked),
    }),
    Encrypt: (asked) => ({
      KeyId: ARN,
      CiphertextBlob: seal.close(Buffer.from(asked.Plaintext ?? "", "base64"), asked),
    }),
    Decrypt: (asked) => ({ KeyId: ARN, Plaintext: seal.open(asked), EncryptionAlgorithm: "SYMMETRIC_DEFAULT" }),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const act = acts[String(request.headers["x-amz-target"]).replace("TrentService.", "")];
    const head = { "content-type": "application/x-amz-json-1.1" };
    try {
      const body = act?.((await json(request)) as Asked) ?? { __type: "UnsupportedOperationException" };
      response.writeHead(act ? 200 : 400, head).end(JSON.stringify(body));
    } catch {
      response.writeHead(400, head).end(JSON.stringify({ __type: "InvalidCiphertextException" }));
    }
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    newKey: (id) => `${id}:${seal.close(randomBytes(32), { EncryptionContext: { ...contextOf(id) } })}`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const NONCE = 12;
const TAG = 16;

function createSeal() {
  const key = randomBytes(32);
  const boundTo = ({ EncryptionContext = {} }: Asked) =>
    Buffer.from(JSON.stringify(EncryptionContext, Object.keys(EncryptionContext).toSorted()));
  return {
    close(plain: Buffer, asked: Asked): string {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(boundTo(asked));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
    },
    open(asked: Asked): string {
      const bytes = Buffer.from(asked.CiphertextBlob ?? "", "base64");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE)).setAAD(boundTo(asked));
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString("base64");
    },
  };
}
