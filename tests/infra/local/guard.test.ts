/** The local engines answer Parley's own processes, and neither web pages nor programs that only know the port. */
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DemoModel, startDemoModel } from "../../../infra/local/demo/model.demo.ts";
import { credentialsOf, signedHeaders } from "../../../infra/local/dynalite/key.dynalite.ts";
import { type Engine, startDynalite } from "../../../infra/local/dynalite/server.dynalite.ts";
import { createStore } from "../../../store/index.ts";
import { newKey, record } from "../../store/fixtures.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { ask, FROM_A_PAGE } from "../../support/page-request.ts";

const stack = new AsyncDisposableStack();
let dataDir: string;
let engine: Engine;
let demo: DemoModel;
beforeAll(async () => {
  dataDir = await temporaryFolder(stack);
  engine = stack.adopt(await startDynalite({ dataDir }), (it) => it.stop());
  demo = stack.adopt(await startDemoModel({ pace: { ttftMs: 0, tps: 0 } }), (it) => it.stop());
});
afterAll(() => stack.disposeAsync());

function openStore(key: string) {
  const place = { endpoint: engine.endpoint, region: "us-east-1", table: "parley" };
  const store = createStore({ ...place, credentials: credentialsOf(key) });
  return { store, [Symbol.dispose]: () => store.close() };
}

/** An admin key as a stranger would write it. */
const PLANTED = JSON.stringify({ TableName: "parley", Item: { PK: { S: "KEYS" }, SK: { S: "KEY#planted" } } });
const put = (key: string, headers: Record<string, string> = {}) =>
  ask(engine.endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "DynamoDB_20120810.PutItem",
      ...signedHeaders(key),
      ...headers,
    },
    body: PLANTED,
  });

describe("The DynamoDB engine", () => {
  test("serves AWS's own client that has the folder's key, which only this user can read.", async () => {
    using opened = openStore(engine.key);
    await opened.store.ensureTable();
    const key = newKey();
    await opened.store.createDebate(record(key));
    expect(await opened.store.getDebate(key)).toMatchObject(record(key));
    const file = join(dataDir, "dynamodb.key");
    expect(await readFile(file, "utf8")).toBe(engine.key);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test.each(Object.entries(FROM_A_PAGE))("refuses a page %s, though it had the key.", async (_, headers) => {
    const { status, headers: answered } = await put(engine.key, headers);
    expect(status).toBe(403);
    expect(answered).not.toHaveProperty("access-control-allow-origin");
    expect(answered.connection).toBe("close");
  });

  test.each(["local", "", "x".repeat(43)])("refuses the key %j and AWS's client that has it.", async (key) => {
    expect((await put(key)).status).toBe(403);
    using opened = openStore(key || "none");
    await expect(opened.store.getDebate(newKey())).rejects.toThrow("AccessDenied");
  });

  test("refuses a preflight, a look at its health and a request without any key.", async () => {
    const preflight = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answers = await Promise.all([
      ask(engine.endpoint, { method: "OPTIONS", headers: preflight }),
      ask(engine.endpoint),
      ask(engine.endpoint, { method: "POST", body: PLANTED }),
      ask(`${engine.endpoint}/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${engine.key}`, { method: "POST" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(answers[0]?.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("refuses before it reads the body, and closes the connection.", async () => {
    const { port, host } = new URL(engine.endpoint);
    const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8");
    let answer = "";
    socket.on("data", (chunk: string) => (answer += chunk));
    socket.write(`POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 16000000\r\n\r\n{`);
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("takes a request to upgrade for what it is: one without the key.", async () => {
    const headers = { connection: "upgrade", upgrade: "websocket" };
    expect((await ask(engine.endpoint, { headers })).status).toBe(403);
  });
});

describe("The demo model", () => {
  const paths = ["/__aimock/journal", "/__aimock/fixtures", "/v1/_requests", "/v1/models", "/health", "/metrics"];
  const at = (path: string) => new URL(path, demo.url).href;
  const keyed = () => ({ authorization: `Bearer ${demo.key}` });

  test.each(paths)("shows %s to nobody without the key, nor to a page that has it.", async (path) => {
    for (const headers of [{}, { authorization: "Bearer none" }])
      expect((await ask(at(path), { headers })).status).toBe(403);
    for (const page of Object.values(FROM_A_PAGE)) {
      const answer = await ask(at(path), { headers: { ...keyed(), ...page } });
      expect(answer.status).toBe(403);
      expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    }
  });

  test("lets no page decide what it answers, and speaks to nobody without the key.", async () => {
    const json = { "content-type": "application/json" };
    const fixture = JSON.stringify([{ match: {}, response: { content: "planted" } }]);
    const question = JSON.stringify({ model: "debater", input: "Hello" });
    const post = (path: string, body: string, headers = {}) =>
      ask(at(path), { method: "POST", headers: { ...json, ...headers }, body });
    expect((await post("/__aimock/fixtures", fixture, { origin: "https://evil.example" })).status).toBe(403);
    expect((await post("/v1/responses", question)).status).toBe(403);
    expect((await post("/v1/responses", question, keyed())).text).toContain("[demo] Canned text");
  });

  test("opens no WebSocket without the key.", async () => {
    const headers = { connection: "upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
    const handshake = { ...headers, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" };
    expect((await ask(at("/v1/responses"), { headers: handshake })).status).toBe(403);
  });

  test("has another key at each start.", async () => {
    await using again = new AsyncDisposableStack();
    const other = again.adopt(await startDemoModel({}), (it) => it.stop());
    expect(other.key).not.toBe(demo.key);
    expect(demo.key.length).toBeGreaterThanOrEqual(43);
  });
});
