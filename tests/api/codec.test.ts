import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../api/app.ts";
import { createPayloadCodec } from "../../infra/codec/payload-codec.ts";
import { createWorld, postOf, type World } from "./world.ts";

const UI = "http://127.0.0.1:8233";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const PLAIN = { metadata: { encoding: base64("json/plain") }, data: base64('"said"') };

let world: World;
let app: App;
beforeAll(async () => {
  world = await createWorld({ temporalUiUrl: UI });
  app = world.appWith({ codec: createPayloadCodec([{ id: "a", secret: randomBytes(32) }]) });
});
afterAll(() => world[Symbol.asyncDispose]());

const post = (path: string, body: unknown) => app.request(path, postOf(body));

describe("the codec endpoint", () => {
  it("encrypts and decrypts payloads in Protobuf's JSON", async () => {
    const sealed = (await (await post("/codec/encode", { payloads: [PLAIN] })).json()) as { payloads: object[] };
    expect(sealed.payloads).toMatchObject([{ metadata: { encoding: base64("binary/encrypted") } }]);
    expect(JSON.stringify(sealed)).not.toContain(PLAIN.data);
    const opened = await post("/codec/decode", sealed);
    expect(await opened.json()).toEqual({ payloads: [PLAIN] });
    expect(await (await post("/codec/encode", {})).json()).toEqual({ payloads: [] });
  });

  it("reads more than 1 MiB in a thread, and gives the same", async () => {
    const large = { ...PLAIN, data: base64("said ".repeat(500_000)) };
    const sealed = await (await post("/codec/encode", { payloads: [large, PLAIN] })).json();
    expect(await (await post("/codec/decode", sealed)).json()).toEqual({ payloads: [large, PLAIN] });
    expect((await post("/codec/decode", { payloads: [large, { data: "no base64!" }] })).status).toBe(422);
  });

  it("lets Temporal's own page ask, and no other", async () => {
    const ask = async (origin: string) => {
      const headers = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-namespace",
      };
      return (await app.request("/codec/decode", { method: "OPTIONS", headers })).headers;
    };
    const own = await ask(UI);
    expect(own.get("access-control-allow-origin")).toBe(UI);
    expect(own.get("access-control-allow-headers")?.toLowerCase()).toContain("x-namespace");
    expect((await ask("https://elsewhere.example")).get("access-control-allow-origin")).toBeNull();
    const answer = await app.request("/codec/decode", postOf({ payloads: [] }, { origin: UI }));
    expect(answer.headers.get("access-control-allow-origin")).toBe(UI);
  });

  it("refuses what it can not read, and says why", async () => {
    const metadata = { encoding: base64("binary/encrypted"), "encryption-key-id": base64("b") };
    const foreign = await post("/codec/decode", { payloads: [{ metadata, data: base64("sealed elsewhere") }] });
    expect([foreign.status, await foreign.json()]).toMatchObject([422, { detail: "no payload key has the id b" }]);
    const cut = { metadata: { ...metadata, "encryption-key-id": base64("a") }, data: base64("cut") };
    expect((await post("/codec/decode", { payloads: [cut] })).status).toBe(422);
    expect((await post("/codec/decode", { payloads: [{ data: "no base64!" }] })).status).toBe(422);
    expect((await app.request("/codec/decode")).status).toBe(405);
  });

  it("is not there without a key", async () => {
    expect((await world.post("/codec/decode", { payloads: [] })).status).toBe(404);
  });
});
