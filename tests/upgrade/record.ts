/**
 * `node tests/upgrade/record.ts CHECKOUT ARCHIVE`: starts the Parley of another checkout on an empty data folder, holds
 * debates with its demo model, and packs the folder with what the API answers about them.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../infra/local/ports.ts";
import { lookAgain } from "../support/waits.ts";
import { createDebates } from "./debates.ts";
import type { Answer, Recording } from "./recording.ts";

const [checkout, archive] = process.argv.slice(2);
if (!checkout || !archive) throw new Error("usage: node tests/upgrade/record.ts CHECKOUT ARCHIVE");

const folder = await mkdtemp(join(tmpdir(), "parley-upgrade-"));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const hooks = createServer((_, response) => response.writeHead(204).end()).listen(0);
await once(hooks, "listening");
const env = {
  ...process.env,
  PORT: String(port),
  PARLEY_DATA_DIR: folder,
  ROUND_DELAY_MS: "0",
  WEBHOOK_ALLOW_PRIVATE: "true",
};
const parley = spawn("node", ["infra/launch.mjs", "server"], { cwd: checkout, env, stdio: "inherit" });
const ended = once(parley, "exit");
while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await lookAgain(200);

let key: string | null = null;
try {
  await writeFile(join(folder, "recording.json"), JSON.stringify(await recorded(), null, 1));
} finally {
  parley.kill("SIGINT");
  await ended;
  hooks.close();
}
spawnSync("tar", ["-czf", archive, "-C", folder, "recording.json", "dynamodb"], { stdio: "inherit" });
await rm(folder, { recursive: true });

async function recorded(): Promise<Recording> {
  const debates = await createDebates({
    hook: `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/`,
    request,
    useKey: (created) => (key = created),
  });
  const answers: Recording["answers"] = {};
  for (const path of await pathsOf(Object.values(debates))) answers[path] = await request("GET", path);
  return { recordedAt: new Date().toISOString(), key: key ?? "", debates, answers };
}

/** JSON without the address of the server that answered. */
async function request(method: string, path: string, body?: object): Promise<Answer> {
  const headers = {
    accept: "application/json",
    ...(key && { authorization: `Bearer ${key}` }),
    ...(body && { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" }),
  };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = (await response.text()).replaceAll(url, "");
  if (response.status >= 400) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

/** Everything that can be read about these debates. */
async function pathsOf(ids: string[]): Promise<string[]> {
  const each = await Promise.all(ids.map(readingsOf));
  const [first, second] = ids;
  const comparison = `/v1/debates/${first}/compare/${second}`;
  return [
    "/v1/debates?limit=100",
    "/v1/debates?status=cancelled",
    "/v1/templates?limit=100",
    "/v1/keys",
    comparison,
  ].concat(...each);
}

async function readingsOf(id: string): Promise<string[]> {
  const at = `/v1/debates/${id}`;
  const { turns } = (await request("GET", `${at}/transcript`)).body as { turns: { id: string }[] };
  const views = ["", "/transcript", "/events?limit=1000", "/costs", "/webhook-deliveries", "/shares"];
  return [...views, ...turns.map((turn) => `/turns/${turn.id}`)].map((path) => `${at}${path}`);
}
