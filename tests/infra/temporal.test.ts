import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connection } from "@temporalio/client";
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { isAlive } from "../../infra/local/processes.ts";
import { registerSearchAttributes } from "../../infra/local/search-attributes.ts";
import { serverArguments, startTemporal } from "../../infra/local/temporal.ts";
import { SEARCH_ATTRIBUTES } from "../../workflows/messages.ts";

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
  const flags = serverArguments({ dataDir: "/data", namespace: "n", port: 1, uiPort: 2 });
  expect(flags).toEqual(
    expect.arrayContaining([
      "--db-filename=/data/temporal.db",
      "--sqlite-pragma=journal_mode=wal",
      "--sqlite-pragma=synchronous=off",
      "--ip=127.0.0.1",
      "--port=1",
      "--ui-port=2",
      "--namespace=n",
    ]),
  );
});

test("a server in memory has no database and no UI", () => {
  const flags = serverArguments({ dataDir: null, namespace: "n", port: 1, uiPort: null });
  expect(flags).toContain("--headless");
  expect(flags.join(" ")).not.toMatch(/db-filename|sqlite|ui-port/);
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
