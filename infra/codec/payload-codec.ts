/**
 * Encrypts what Temporal stores: inputs, results, memos, summaries, details, heartbeats. AES-256-GCM with a new nonce
 * for each payload; its metadata names the key, so that keys can be rotated.
 */
import { webcrypto } from "node:crypto";
import type { Payload, PayloadCodec } from "@temporalio/common";
import proto from "@temporalio/proto";
import type { WrappedKey } from "./kms-keys.ts";
import type { PayloadKey } from "./payload-keys.ts";

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

/** The encoding's name in Temporal's own samples. */
const ENCRYPTED = "binary/encrypted";
const CIPHER = "AES-256-GCM";
const ALGORITHM = "AES-GCM";
/** Bytes; NIST SP 800-38D recommends 96 bits. */
const NONCE = 12;

/** A payload's key is not configured, or its bytes were altered. */
export class UndecodableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UndecodableError";
  }
}

interface KeySettings {
  payloadKeys: PayloadKey[];
  payloadKmsKeys: WrappedKey[];
  /** KMS's region. */
  region: string;
}

/**
 * null without a key: payloads are plain JSON. Keys from KMS come first. Throws `UnopenedKeyError` if KMS fails, so
 * that nothing is written in plain text.
 */
export async function payloadCodecOf({
  payloadKeys,
  payloadKmsKeys,
  region,
}: KeySettings): Promise<PayloadCodec | null> {
  const opened = payloadKmsKeys.length > 0 ? await (await import("./kms.ts")).openKeys(payloadKmsKeys, { region }) : [];
  // During a migration the same key may be in both.
  const others = payloadKeys.filter(({ id, secret }) => {
    const same = opened.find((key) => key.id === id);
    if (same && !same.secret.equals(secret))
      throw new Error(`PAYLOAD_KEY and PAYLOAD_KMS_KEYS differ in the key ${id}`);
    return !same;
  });
  const keys = [...opened, ...others];
  return keys.length > 0 ? createPayloadCodec(keys) : null;
}

/** The first key encrypts, all decrypt. Plain payloads pass through. */
export function createPayloadCodec(keys: PayloadKey[]): PayloadCodec {
  const [current] = keys;
  if (!current) throw new Error("a payload codec needs a key");
  const imported = new Map(keys.map((key) => [key.id, importKey(key)]));
  const find = async (id: string) => {
    const key = await imported.get(id);
    if (!key) throw new UndecodableError(`no payload key has the id ${id}`);
    return key;
  };
  return {
    encode: (payloads) =>
      Promise.all(payloads.map(async (payload) => encrypt(payload, { id: current.id, key: await find(current.id) }))),
    decode: (payloads) => Promise.all(payloads.map((payload) => decrypt(payload, find))),
  };
}

function importKey({ secret }: PayloadKey): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey("raw", secret, ALGORITHM, false, ["encrypt", "decrypt"]);
}

async function encrypt(payload: Payload, by: { id: string; key: webcrypto.CryptoKey }): Promise<Payload> {
  const nonce = webcrypto.getRandomValues(new Uint8Array(NONCE));
  const plain = new Uint8Array(PayloadMessage.encode(payload).finish());
  const sealed = await webcrypto.subtle.encrypt({ name: ALGORITHM, iv: nonce }, by.key, plain);
  return {
    metadata: {
      encoding: bytes(ENCRYPTED),
      "encryption-cipher": bytes(CIPHER),
      "encryption-key-id": bytes(by.id),
    },
    data: new Uint8Array(Buffer.concat([nonce, Buffer.from(sealed)])),
  };
}

async function decrypt(payload: Payload, find: (id: string) => Promise<webcrypto.CryptoKey>): Promise<Payload> {
  const { metadata = {}, data } = payload;
  if (textOf(metadata?.encoding) !== ENCRYPTED || !data) return payload;
  const key = await find(textOf(metadata?.["encryption-key-id"]));
  const sealed = new Uint8Array(data);
  const plain = await webcrypto.subtle
    .decrypt({ name: ALGORITHM, iv: sealed.subarray(0, NONCE) }, key, sealed.subarray(NONCE))
    .catch((cause: unknown) => {
      throw new UndecodableError("a payload was altered, or encrypted with another key of this id", { cause });
    });
  return PayloadMessage.decode(new Uint8Array(plain));
}

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (value: Uint8Array | null | undefined) => new TextDecoder().decode(value ?? undefined);
