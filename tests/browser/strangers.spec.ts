/** A page of another origin, in a real browser, against what `npm start` opens beside the API. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { loadConfig } from "../../infra/base/config.infra-base.ts";
import { credentialsOf } from "../../infra/local/dynalite/key.dynalite.ts";
import { type Stack, startStack } from "../../infra/local/stack.local.ts";
import { ensureTable } from "../../store/table/schema.table.ts";
import { createTable } from "../../store/table/table.ts";
import { temporaryFolder } from "../support/folders.ts";

const running = new AsyncDisposableStack();
let stack: Stack;
let browser: Browser;
let elsewhere: string;
beforeAll(async () => {
  const config = loadConfig({ PARLEY_DATA_DIR: await temporaryFolder(running) });
  stack = running.adopt(
    await startStack(config, { progress: () => {}, logger: pino({ level: "silent" }), demo: true }),
    (it) => it.stop(),
  );
  elsewhere = await servePage();
  browser = running.adopt(await launchBrowser(), (it) => it.close());
});
afterAll(() => running.disposeAsync());

async function servePage(): Promise<string> {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end("<h1>Kittens</h1>"));
  running.defer(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://evil.example:${(server.address() as AddressInfo).port}`;
}

/** In this browser every name of `evil.example` leads to this machine, as after a DNS rebinding. */
function launchBrowser(): Promise<Browser> {
  const rules = "--host-resolver-rules=MAP *.evil.example 127.0.0.1, MAP evil.example 127.0.0.1";
  return chromium.launch({ executablePath: inject("chromium"), args: ["--no-sandbox", "--disable-gpu", rules] });
}

interface Attempt {
  url: string;
  init?: { method?: string; headers?: Record<string, string>; body?: string };
}

/** What a page at `at` gets to read; null: nothing. */
async function attempt(at: string, { url, init = {} }: Attempt): Promise<{ status: number; text: string } | null> {
  const page = await browser.newPage();
  try {
    await page.goto(at);
    const script = async (one: { url: string; init: object }) => {
      const response = await fetch(one.url, one.init).catch(() => null);
      return response && { status: response.status, text: await response.text() };
    };
    return await page.evaluate(script, { url, init });
  } finally {
    await page.close();
  }
}

/** An admin key as a page would write it, with every header that the engine asked for. */
function planting(): Attempt["init"] {
  const headers = {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": "DynamoDB_20120810.PutItem",
    "x-amz-date": "20260101T000000Z",
    authorization: "AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=local",
  };
  const body = JSON.stringify({ TableName: "parley", Item: { PK: { S: "KEYS" }, SK: { S: "KEY#planted" } } });
  return { method: "POST", headers, body };
}

test("A page of another origin writes no key into the table, by its own name or by one that leads to the engine.", async () => {
  const endpoint = stack.dynamodbEndpoint as string;
  const credentials = credentialsOf(stack.dynamodbKey as string);
  const table = createTable({ endpoint, region: "us-east-1", table: "parley", credentials });
  running.defer(() => table.close());
  await ensureTable(table);
  expect(await attempt(elsewhere, { url: endpoint, init: planting() })).toBeNull();
  const rebound = `http://evil.example:${new URL(endpoint).port}/`;
  expect(await attempt(rebound, { url: rebound, init: planting() })).toMatchObject({ status: 403 });
  expect(await table.get({ PK: "KEYS", SK: "KEY#planted" })).toBeNull();
});

test("A page of another origin reads no journal of the demo model and plants no reply.", async () => {
  const { origin, port } = new URL((stack.demo as { url: string }).url);
  expect(await attempt(elsewhere, { url: `${origin}/__aimock/journal` })).toBeNull();
  const fixture = { method: "POST", body: JSON.stringify([{ match: {}, response: { content: "planted" } }]) };
  expect(await attempt(elsewhere, { url: `${origin}/__aimock/fixtures`, init: fixture })).toBeNull();
  const rebound = `http://evil.example:${port}/`;
  expect(await attempt(rebound, { url: "/__aimock/journal" })).toMatchObject({ status: 403 });
});

test("A page whose name leads to Temporal's UI reads no workflow, while the UI itself works.", async () => {
  const ui = stack.temporalUiUrl as string;
  const rebound = `http://evil.example:${new URL(ui).port}/`;
  expect(await attempt(rebound, { url: "/api/v1/namespaces" })).toMatchObject({ status: 403 });
  expect(await attempt(elsewhere, { url: `${ui}/api/v1/namespaces` })).toBeNull();
  const page = await browser.newPage();
  await page.goto(`${ui}/namespaces/default/workflows`);
  await page.getByText("Start Workflow").first().waitFor();
  await page.close();
});
