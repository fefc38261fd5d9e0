import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { identityOf } from "../../../infra/local/base/processes.ts";
import { forgetApi, noteApi, runningApis } from "../../../infra/local/register.ts";
import { json, scripted } from "../../support/models/scripted-server.ts";

let dataDir: string;
let other: ChildProcess;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "parley-register-"));
  other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log('up')"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(other.stdout as NodeJS.ReadableStream, "data");
});
afterEach(async () => {
  await endOther();
  await rm(dataDir, { recursive: true, force: true });
});

async function endOther(): Promise<void> {
  if (other.exitCode !== null || other.signalCode !== null) return;
  other.kill("SIGKILL");
  await once(other, "exit");
}

const healthy = async () => (await scripted(...Array.from({ length: 6 }, () => json({})))).url;
const filesOf = async () => (await readdir(dataDir)).toSorted();
const pidOf = ({ pid = 0 }: ChildProcess) => pid;

/** What another process would have noted an hour ago. */
async function noteOther(url: string): Promise<void> {
  const entry = { ...identityOf(pidOf(other)), url, since: new Date(Date.now() - 3_600_000).toISOString() };
  await writeFile(join(dataDir, `api-${other.pid}.json`), JSON.stringify(entry));
}

test("two processes each have an entry, the newest comes first, and each removes only its own", async () => {
  const urls = [await healthy(), await healthy()] as const;
  await noteOther(urls[0]);
  await noteApi(dataDir, urls[1]);
  expect(await runningApis(dataDir)).toEqual([
    { url: urls[1], pid: process.pid, isHealthy: true },
    { url: urls[0], pid: pidOf(other), isHealthy: true },
  ]);
  await forgetApi(dataDir);
  expect(await runningApis(dataDir)).toEqual([{ url: urls[0], pid: pidOf(other), isHealthy: true }]);
});

test("an entry whose process has ended is removed, also by the next server that starts", async () => {
  for (const clean of [() => runningApis(dataDir), async () => noteApi(dataDir, await healthy())]) {
    await noteOther(`http://127.0.0.1:${await freePort()}`);
    await endOther();
    await clean();
    expect(await filesOf()).not.toContain(`api-${other.pid}.json`);
  }
});

test("a living process that does not answer is shown as such and keeps its entry", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await noteOther(url);
  expect(await runningApis(dataDir)).toEqual([{ url, pid: pidOf(other), isHealthy: false }]);
  expect(await filesOf()).toEqual([`api-${other.pid}.json`]);
});

test("an address that answers for a process that is not here is not used, and its entry stays", async () => {
  await noteOther(await healthy());
  await endOther();
  expect(await runningApis(dataDir)).toEqual([]);
  expect(await filesOf()).toEqual([`api-${other.pid}.json`]);
});

test("a file that is no entry is ignored, and a folder that is missing has none", async () => {
  await writeFile(join(dataDir, "api-7.json"), "{");
  expect(await runningApis(dataDir)).toEqual([]);
  expect(await runningApis(join(dataDir, "missing"))).toEqual([]);
});
