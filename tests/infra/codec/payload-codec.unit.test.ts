import { randomBytes } from "node:crypto";
import { defaultPayloadConverter, type Payload } from "@temporalio/common";
import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "../../../infra/base/config.infra-base.ts";
import { createPayloadCodec, UndecodableError } from "../../../infra/codec/payload-codec.ts";
import { parsePayloadKeys } from "../../../infra/codec/payload-keys.ts";

const key = (id: string) => ({ id, secret: randomBytes(32) });
const payloadOf = (value: unknown) => defaultPayloadConverter.toPayload<unknown>(value);
const valueOf = (payload: Payload | undefined) => defaultPayloadConverter.fromPayload(payload as Payload);
const textOf = ({ metadata, data }: Payload) =>
  Buffer.concat([...Object.values(metadata ?? {}), data ?? new Uint8Array()].map((b) => Buffer.from(b))).toString();

describe("the payload codec", () => {
  it("hides values and gives them back, each time under another nonce", async () => {
    const codec = createPayloadCodec([key("a")]);
    const values = [{ topic: "Should cities ban cars?" }, "", null, Array.from({ length: 1_000 }, (_, i) => i)];
    const sealed = await codec.encode(values.map(payloadOf));
    expect((await codec.decode(sealed)).map(valueOf)).toEqual(values);
    expect(sealed.map(textOf).join()).not.toContain("cities");
    const [again] = await codec.encode([payloadOf(values[0])]);
    expect(again?.data).not.toEqual(sealed[0]?.data);
  });

  it("encrypts with the first key and decrypts with all, so that keys can be rotated", async () => {
    const [older, newer] = [key("2025"), key("2026")];
    const sealed = await createPayloadCodec([older]).encode([payloadOf("said last year")]);
    const rotated = createPayloadCodec([newer, older]);
    expect((await rotated.decode(sealed)).map(valueOf)).toEqual(["said last year"]);
    const [now] = await rotated.encode([payloadOf("said today")]);
    expect(Buffer.from(now?.metadata?.["encryption-key-id"] ?? []).toString()).toBe("2026");
    await expect(createPayloadCodec([newer]).decode(sealed)).rejects.toThrow("no payload key has the id 2025");
  });

  it("passes on what is not encrypted, and refuses what was altered", async () => {
    const codec = createPayloadCodec([key("a")]);
    expect((await codec.decode([payloadOf("plain")])).map(valueOf)).toEqual(["plain"]);
    const [sealed] = await codec.encode([payloadOf("said")]);
    const data = new Uint8Array(sealed?.data ?? []);
    data[20] = (data[20] ?? 0) ^ 1;
    await expect(codec.decode([{ ...sealed, data }])).rejects.toThrow(UndecodableError);
  });
});

describe("PAYLOAD_KEY", () => {
  const secret = randomBytes(32).toString("base64");

  it("is one key or several, a bare one with the id default", () => {
    expect(parsePayloadKeys(`new:${secret}, ${secret}`).map(({ id }) => id)).toEqual(["new", "default"]);
  });

  it.each([
    [randomBytes(16).toString("base64"), "must be id:base64 of 32 bytes each"],
    ["a:not base64 at all", "must be id:base64 of 32 bytes each"],
    [`a:${secret},a:${secret}`, "must not name a key id twice"],
    [`:${secret}`, "must have key ids"],
    [`a:${secret}:${secret}`, "must be id:base64 of 32 bytes each"],
  ])("refuses %s", (value, message) => {
    const load = () => loadConfig({ PAYLOAD_KEY: value });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(`PAYLOAD_KEY ${message}`);
    expect(load).not.toThrow(value);
  });
});
