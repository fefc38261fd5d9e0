/** Payload keys of KMS. `npm run infra:check` runs this against moto's engine, whose address is in `KMS_ENDPOINT`. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  CreateKeyCommand,
  EncryptCommand,
  GenerateDataKeyWithoutPlaintextCommand,
  KMSClient,
} from "@aws-sdk/client-kms";
import { defaultPayloadConverter } from "@temporalio/common";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ConfigError, loadConfig } from "../../../infra/base/config.infra-base.ts";
import { contextOf } from "../../../infra/codec/kms-keys.ts";
import { payloadCodecOf } from "../../../infra/codec/payload-codec.ts";
import { startKms } from "../../support/lambda/kms.ts";

const open = new AsyncDisposableStack();
let kms: KMSClient;
let keyId: string;

beforeAll(async () => {
  const endpoint = process.env.KMS_ENDPOINT ?? open.adopt(await startKms(), (it) => it.stop()).url;
  vi.stubEnv("AWS_ENDPOINT_URL_KMS", endpoint);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  kms = open.adopt(new KMSClient({ region: "eu-central-1" }), (it) => it.destroy());
  keyId = (await kms.send(new CreateKeyCommand())).KeyMetadata?.KeyId ?? "";
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await open.disposeAsync();
});

/** As an operator makes one: nobody sees what the key is. */
async function newKey(id: string, context = contextOf(id)): Promise<string> {
  const { CiphertextBlob } = await kms.send(
    new GenerateDataKeyWithoutPlaintextCommand({ KeyId: keyId, KeySpec: "AES_256", EncryptionContext: { ...context } }),
  );
  return `${id}:${Buffer.from(CiphertextBlob ?? []).toString("base64")}`;
}

async function wrapped(id: string, plain: Buffer): Promise<string> {
  const command = new EncryptCommand({ KeyId: keyId, Plaintext: plain, EncryptionContext: { ...contextOf(id) } });
  return `${id}:${Buffer.from((await kms.send(command)).CiphertextBlob ?? []).toString("base64")}`;
}

/** Of a process with these variables. */
function codecOf(env: Record<string, string>) {
  return payloadCodecOf({ ...loadConfig(env), region: "eu-central-1" });
}

const said = (value: string) => [defaultPayloadConverter.toPayload(value)];
const heard = (payloads: ReturnType<typeof said> | undefined) =>
  (payloads ?? []).map((each) => defaultPayloadConverter.fromPayload(each));

test("A key that KMS made hides payloads, and processes that start later read them.", async () => {
  const env = { PAYLOAD_KMS_KEYS: await newKey("2026") };
  const sealed = await (await codecOf(env))?.encode(said("Should cities ban cars?"));
  expect(Buffer.from(sealed?.[0]?.data ?? []).toString()).not.toContain("cities");
  expect(heard(await (await codecOf(env))?.decode(sealed ?? []))).toEqual(["Should cities ban cars?"]);
});

test("Keys are rotated by their ids: the first encrypts, all decrypt.", async () => {
  const [older, newer] = [await newKey("2026"), await newKey("2027")];
  const sealed = (await (await codecOf({ PAYLOAD_KMS_KEYS: older }))?.encode(said("last year"))) ?? [];
  const rotated = await codecOf({ PAYLOAD_KMS_KEYS: `${newer},${older}` });
  expect(heard(await rotated?.decode(sealed))).toEqual(["last year"]);
  const [now] = (await rotated?.encode(said("today"))) ?? [];
  expect(Buffer.from(now?.metadata?.["encryption-key-id"] ?? []).toString()).toBe("2027");
});

test("A key that was in plain text goes on under KMS with the same id, beside processes that still have the plain one.", async () => {
  const secret = randomBytes(32);
  const plain = { PAYLOAD_KEY: `2025:${secret.toString("base64")}` };
  const sealed = (await (await codecOf(plain))?.encode(said("before"))) ?? [];
  const moved = await codecOf({ ...plain, PAYLOAD_KMS_KEYS: await wrapped("2025", secret) });
  expect(heard(await moved?.decode(sealed))).toEqual(["before"]);
  const other = { ...plain, PAYLOAD_KMS_KEYS: await wrapped("2025", randomBytes(32)) };
  await expect(codecOf(other)).rejects.toThrow("differ in the key 2025");
});

test("A process does not start with a key that KMS does not open, and says which and why.", async () => {
  const [good, another] = [await newKey("2026"), await newKey("2027", { ...contextOf("2027"), purpose: "other" })];
  const starting = codecOf({ PAYLOAD_KMS_KEYS: `${good},${another}` });
  await expect(starting).rejects.toThrow("the key 2027 cannot be opened by KMS: InvalidCiphertextException");
  const renamed = good.replace(/^2026:/, "2028:");
  await expect(codecOf({ PAYLOAD_KMS_KEYS: renamed })).rejects.toThrow("the key 2028 cannot be opened");
  const short = await wrapped("short", randomBytes(16));
  await expect(codecOf({ PAYLOAD_KMS_KEYS: short })).rejects.toThrow(
    "the key short cannot be opened by KMS: it has not 32 bytes",
  );
});

test("A process does not start when KMS can not be reached.", async () => {
  const key = await newKey("2026");
  vi.stubEnv("AWS_ENDPOINT_URL_KMS", "http://127.0.0.1:1");
  vi.stubEnv("AWS_MAX_ATTEMPTS", "1");
  try {
    await expect(codecOf({ PAYLOAD_KMS_KEYS: key })).rejects.toThrow("the key 2026 cannot be opened by KMS");
  } finally {
    vi.stubEnv("AWS_MAX_ATTEMPTS", undefined);
  }
});

test.each([
  ["a:not base64 at all", "must be id:base64 of what KMS has encrypted"],
  [`a:${Buffer.alloc(7_000).toString("base64")}`, "must be id:base64 of what KMS has encrypted"],
  ["a:AAAA,a:AAAA", "must not name a key id twice"],
  ["not an id:AAAA", "must have key ids"],
])("What is no list of keys is refused before KMS is asked: %#", (value, message) => {
  const load = () => loadConfig({ PAYLOAD_KMS_KEYS: value });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(`PAYLOAD_KMS_KEYS ${message}`);
});

test("The guide makes keys in the context in which they are opened.", () => {
  const guide = readFileSync(new URL("../../../docs/aws.md", import.meta.url), "utf8");
  const context = Object.entries(contextOf("2026")).map(([name, value]) => `${name}=${value}`);
  expect(guide).toContain(`--encryption-context ${context.join(",")}`);
});
