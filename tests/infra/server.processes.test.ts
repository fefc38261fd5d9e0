import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient } from "../../api/client/index.ts";
import { isAlive } from "../../infra/local/base/processes.ts";
import { eventually } from "../support/eventually.ts";
import { pathsOnly } from "../support/processes/environment.ts";
import { addressOf, endParleys, enginePid, spawnParley } from "../support/servers/parley.ts";

const PARLEY = fileURLToPath(new URL("../../infra/cli/parley.command.ts", import.meta.url));
const PARTICIPANTS = ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" }));

let dataDir: string;
let servers: ChildProcess[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "parley-server-"));
  servers = [];
});
afterEach(async () => {
  await endParleys(servers, dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

function launch(env: NodeJS.ProcessEnv = {}): ChildProcess {
  // The killed process is noticed by its silence.
  const heartbeats = { HEARTBEAT_SECONDS: "0.5", HEARTBEAT_TIMEOUT_SECONDS: "2" };
  const child = spawnParley({ dataDir, env: { LOG_LEVEL: "warn", ...heartbeats, ...env } });
  servers.push(child);
  return child;
}

async function start(env: NodeJS.ProcessEnv = {}): Promise<{ server: ChildProcess; url: string }> {
  const server = launch(env);
  return { server, url: await addressOf(server) };
}

test("a debate survives a server that is killed: the next one takes over Temporal and the store and finishes it", async () => {
  const first = await start();
  const client = createClient({ baseUrl: first.url });
  const { id } = await client.create({
    topic: "Trams",
    format: "round-limited",
    maxRounds: 2,
    participants: PARTICIPANTS,
  });
  for await (const { type } of client.events(id)) if (type === "turn.completed") break;
  const temporal = await enginePid(dataDir, "temporal");
  first.server.kill("SIGKILL");
  await once(first.server, "exit");

  const second = await start();
  expect(await enginePid(dataDir, "temporal")).toBe(temporal);
  const successor = createClient({ baseUrl: second.url });
  const ids: number[] = [];
  for await (const event of successor.events(id)) ids.push(event.id);
  expect(ids).toEqual(ids.map((_, index) => index + 1));
  expect(await successor.get(id)).toMatchObject({ status: "completed", demo: true });

  second.server.kill("SIGTERM");
  const [code] = await once(second.server, "exit");
  expect(code).toBe(0);
  expect(isAlive(temporal as number)).toBe(false);
  const left = await readdir(dataDir);
  expect(left.filter((name) => /\.(json|lock)$/.test(name))).toEqual([]);
  expect(left).toEqual(expect.arrayContaining(["secret", "temporal.db", "dynamodb"]));
});

test("what a killed server had under way goes on when the next one starts, long before its heartbeats are missed", async () => {
  const silence = { HEARTBEAT_SECONDS: "200", HEARTBEAT_TIMEOUT_SECONDS: "600" };
  const first = await start(silence);
  const client = createClient({ baseUrl: first.url });
  const { id } = await client.create({
    topic: "Trams",
    format: "round-limited",
    maxRounds: 1,
    participants: PARTICIPANTS,
  });
  for await (const { type } of client.events(id)) if (type === "turn.delta") break;
  first.server.kill("SIGKILL");
  await once(first.server, "exit");
  const second = await start(silence);
  const { status, result } = await createClient({ baseUrl: second.url }).waitForResult(id, { timeoutMs: 60_000 });
  expect([status, result?.type]).toEqual(["completed", "verdict"]);
  second.server.kill("SIGTERM");
  await once(second.server, "exit");
  expect(await readdir(join(dataDir, "under-way"))).toEqual([]);
});

test("a server that would be reachable from elsewhere does not start, and says why", async () => {
  const server = launch({ HOST: "0.0.0.0" });
  let said = "";
  server.stderr?.on("data", (chunk: Buffer) => (said += chunk));
  const [code] = await once(server, "close");
  expect(code).toBe(4);
  expect(said).toContain("no API keys yet");
  expect((await readdir(dataDir)).filter((name) => /\.(json|lock)$/.test(name))).toEqual([]);
});

const NOTHING = 'no debates yet; try one of these:\n  npm run parley -- debate "Should cities ban cars?"\n';

async function list(): Promise<{ stdout: string; stderr: string }> {
  const env = { ...pathsOnly(), PARLEY_DATA_DIR: dataDir };
  return promisify(execFile)(process.execPath, [PARLEY, "list"], { env });
}

test("the terminal finds whichever of two servers on one folder runs, and says which it uses", async () => {
  const first = await start();
  const second = await start();
  const both = await list();
  expect(both.stdout).toContain(NOTHING);
  expect(both.stderr).toContain(`this uses the Parley at ${second.url}`);
  expect(both.stderr).toContain(`another Parley runs at ${first.url}`);

  second.server.kill("SIGTERM");
  await once(second.server, "exit");
  expect(await list()).toEqual({ stdout: expect.stringContaining(NOTHING), stderr: "" });

  const third = await start();
  first.server.kill("SIGKILL");
  await once(first.server, "exit");
  expect(await list()).toEqual({ stdout: expect.stringContaining(NOTHING), stderr: "" });
  expect((await readdir(dataDir)).filter((name) => name.startsWith("api-"))).toEqual([`api-${third.server.pid}.json`]);
});

/** Runs `keys` beside the server, on the same data folder. */
async function keys(...args: string[]): Promise<string> {
  const env = { ...pathsOnly(), PARLEY_DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [PARLEY, "keys", ...args], { env });
  return stdout.trim();
}

async function statusOf(url: string, token?: string): Promise<number> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/v1/debates`, { headers })).status;
}

test("a key made in the terminal closes a running server, and lets it listen on all addresses", async () => {
  const { server, url } = await start();
  expect(await statusOf(url)).toBe(200);
  const token = await keys("create", "--yes", "--tenant", "acme", "--scopes", "read,write");
  await eventually(() => statusOf(url)).toBe(401);
  expect(await statusOf(url, token)).toBe(200);
  const [listed] = JSON.parse(await keys("list", "--tenant", "acme", "--json")) as { id: string }[];
  await keys("revoke", listed?.id ?? "");
  await eventually(() => statusOf(url, token)).toBe(401);
  server.kill("SIGTERM");
  await once(server, "exit");

  const everywhere = await start({ HOST: "0.0.0.0" });
  expect(await statusOf(everywhere.url)).toBe(401);
  const answer = get(`${everywhere.url}/healthz`, { headers: { host: "parley.example" } });
  const [{ statusCode }] = (await once(answer, "response")) as [IncomingMessage];
  expect(statusCode).toBe(200);
});
