import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connection } from "@temporalio/client";
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { isAlive } from "../../../infra/local/base/processes.ts";
import { isTemporalOf } from "../../../infra/local/temporal/proof.ts";
import { registerSearchAttributes } from "../../../infra/local/temporal/search-attributes.ts";
import { serverArguments, startTemporal } from "../../../infra/local/temporal/server.temporal-server.ts";
import { SEARCH_ATTRIBUTES } from "../../../workflows/base/messages.workflow-base.ts";

type Place = Parameters<typeof isTemporalOf>[1];

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "parley-temporal-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function connect(address: string): Promise<Connection> {
  const connection = await Connection.connect({ address });
  onTestFinished(() => connection.close());
  return connection;
}

async function start(options: { namespace?: string } = {}) {
  const server = await startTemporal({ dataDir, namespace: options.namespace ?? "default", headless: true });
  onTestFinished(() => server.stop());
  return server;
}

test("a server on a folder has its database there, fast and durable enough", () => {
  const ui = { host: "127.1.2.3", port: 2 };
  const flags = serverArguments({ dataDir: "/data", namespace: "n", port: 1, ui, marker: "m" });
  expect(flags).toEqual(
    expect.arrayContaining([
      "--db-filename=/data/temporal.db",
      "--sqlite-pragma=journal_mode=wal",
      "--sqlite-pragma=synchronous=off",
      "--ip=127.0.0.1",
      "--port=1",
      "--ui-ip=127.1.2.3",
      "--ui-port=2",
      "--namespace=n",
    ]),
  );
});

test("a server in memory has no database and no UI", () => {
  const flags = serverArguments({ dataDir: null, namespace: "n", port: 1, ui: null, marker: "m" });
  expect(flags).toContain("--headless");
  expect(flags.join(" ")).not.toMatch(/db-filename|sqlite|ui-/);
});

test("a server that an earlier run left on the folder is used again, and its attributes are registered", async () => {
  const left = await start();
  const again = await start();
  expect(again.pid).toBe(left.pid);
  const connection = await connect(again.address);
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: "default" });
  expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(Object.keys(SEARCH_ATTRIBUTES)));
});

test("a server that is gone is replaced, and its record with it", async () => {
  const first = await start();
  const record = await readFile(join(dataDir, "temporal.json"), "utf8");
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  await expect(readFile(join(dataDir, "temporal.json"))).rejects.toThrow(/ENOENT/);
  await writeFile(join(dataDir, "temporal.json"), record);
  const second = await start();
  expect(second.pid).not.toBe(first.pid);
});

test("two that start at once on the same port, for different folders, are two servers", async () => {
  const other = await mkdtemp(join(tmpdir(), "parley-temporal-"));
  onTestFinished(() => rm(other, { recursive: true, force: true }));
  const port = await freePort();
  const servers = await Promise.all(
    [dataDir, other].map((folder) => startTemporal({ dataDir: folder, namespace: "default", headless: false, port })),
  );
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  expect(new Set(servers.map(({ address }) => address)).size).toBe(2);
  expect(new Set(servers.map(({ uiUrl }) => uiUrl)).size).toBe(2);
  expect(servers.map(({ pid }) => isAlive(pid))).toEqual([true, true]);
  const [one, two] = servers.map(({ address }) => ({ address, namespace: "default" })) as [Place, Place];
  expect(await Promise.all([isTemporalOf(dataDir, one), isTemporalOf(other, two)])).toEqual([true, true]);
  expect(await Promise.all([isTemporalOf(dataDir, two), isTemporalOf(other, one)])).toEqual([false, false]);
});

test("a record that names a foreign process, and another folder's server, is not joined, and nobody is ended", async () => {
  const other = await mkdtemp(join(tmpdir(), "parley-temporal-"));
  onTestFinished(() => rm(other, { recursive: true, force: true }));
  const foreign = await startTemporal({ dataDir: other, namespace: "default", headless: true });
  onTestFinished(() => foreign.stop());
  const record = JSON.parse(await readFile(join(other, "temporal.json"), "utf8")) as object;
  await writeFile(join(dataDir, "temporal.json"), JSON.stringify({ ...record, startedAt: "earlier" }));
  const server = await start();
  expect(server.pid).not.toBe(foreign.pid);
  expect(server.address).not.toBe(foreign.address);
  expect(isAlive(foreign.pid)).toBe(true);
});

test.runIf(process.platform === "linux")("a server leads its own process group and sees no key of ours", async () => {
  process.env.OPENAI_API_KEY = "sk-for-the-test";
  onTestFinished(() => void delete process.env.OPENAI_API_KEY);
  const server = await start();
  const stat = await readFile(`/proc/${server.pid}/stat`, "utf8");
  // The fields after the program's name in brackets: state, parent, group.
  expect(Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2])).toBe(server.pid);
  expect(await readFile(`/proc/${server.pid}/environ`, "utf8")).not.toContain("sk-for-the-test");
});

test("registering the search attributes twice does no harm", async () => {
  const connection = await connect(inject("temporalAddress"));
  expect(await registerSearchAttributes(connection, "default")).toBeNull();
  expect(await registerSearchAttributes(connection, "default")).toBeNull();
});

test("a namespace that is not there is told, not thrown", async () => {
  const connection = await connect(inject("temporalAddress"));
  expect(await registerSearchAttributes(connection, "nowhere")).toMatch(/nowhere|not found/i);
});

test("a server whose port is taken fails at once when its clients know no other port, and says why", async () => {
  const taken = inject("temporalAddress");
  const port = Number(taken.slice(taken.lastIndexOf(":") + 1));
  const starting = startTemporal({ dataDir, namespace: "default", headless: true, port, fixedPort: true });
  await expect(starting).rejects.toThrow(/did not start .*temporal\.log.*address already in use/);
  expect(await readdir(dataDir)).not.toContain("temporal.json");
});
