import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { lockHolder, tryLock, unlock, withLock } from "../../../infra/local/base/lock.ts";
import { endProcess, ownIdentity } from "../../../infra/local/base/processes.ts";
import { folderSecret } from "../../../infra/local/base/secret.local-base.ts";
import { startZombie } from "../../support/zombie.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function pidOfTheDead(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "close");
  return child.pid as number;
}

test("a lock that is held can not be taken, and names its holder", async () => {
  const path = join(folder, "lock");
  expect(await tryLock(path)).toBe(true);
  expect(await tryLock(path)).toBe(false);
  expect(await lockHolder(path)).toBe(process.pid);
  await unlock(path);
  expect(await lockHolder(path)).toBeNull();
});

test("a holder that is gone loses its lock", async () => {
  const path = join(folder, "lock");
  await writeFile(path, String(await pidOfTheDead()));
  expect(await tryLock(path)).toBe(true);
});

test("a living process that reuses the holder's pid has no lock, nor does a bare pid that nobody can check", async () => {
  const path = join(folder, "lock");
  const foreign = spawn("sleep", ["60"]);
  onTestFinished(() => void foreign.kill());
  for (const text of [JSON.stringify({ ...ownIdentity(), pid: foreign.pid }), String(foreign.pid)]) {
    await writeFile(path, text);
    expect(await lockHolder(path)).toBeNull();
    expect(await tryLock(path)).toBe(true);
    await unlock(path);
  }
});

test("a holder of an earlier boot has no lock", async () => {
  const path = join(folder, "lock");
  await writeFile(path, JSON.stringify({ ...ownIdentity(), boot: "another" }));
  expect(await lockHolder(path)).toBeNull();
});

test.runIf(process.platform === "linux")("a zombie has no lock", async () => {
  const path = join(folder, "lock");
  const zombie = await startZombie(path);
  onTestFinished(() => endProcess(zombie.parent));
  expect(await lockHolder(path)).toBeNull();
  expect(await tryLock(path)).toBe(true);
});

test("of many who find the lock of a dead holder, one gets it", async () => {
  const path = join(folder, "lock");
  for (let round = 0; round < 200; round++) {
    await writeFile(path, String(round));
    const got = await Promise.all(Array.from({ length: 8 }, () => tryLock(path)));
    expect(got.filter(Boolean)).toHaveLength(1);
    await unlock(path);
  }
  expect(await readdir(folder)).toEqual([]);
});

test("who gives up a lock leaves that of another process", async () => {
  const path = join(folder, "lock");
  const other = JSON.stringify({ ...ownIdentity(), startedAt: "earlier" });
  await writeFile(path, other);
  await unlock(path);
  expect(await readFile(path, "utf8")).toBe(other);
});

test("many who want a lock at once get it one after another, and leave nothing behind", async () => {
  const path = join(folder, "lock");
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await readdir(folder);
    inside--;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(path, work, { pollMs: 1 })));
  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test("the folder's secret is made once, is long, and is readable by its owner only", async () => {
  const data = join(folder, "data");
  const secrets = await Promise.all([folderSecret(data), folderSecret(data)]);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(secrets[1]).toBe(secrets[0]);
  expect(await folderSecret(data)).toBe(secrets[0]);
  expect((await stat(join(data, "secret"))).mode & 0o777).toBe(0o600);
});
