/** The embedded engine: one process per data folder, whoever starts it and however its starters end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Engine, startDynalite } from "../../infra/local/dynalite.ts";
import { freePort } from "../../infra/local/ports.ts";
import { endProcess, isAlive } from "../../infra/local/processes.ts";
import { createStore } from "../../store/index.ts";
import type { DebateKey } from "../../store/port/debates.ts";
import { LOCAL_CREDENTIALS } from "../support/dynamodb.ts";
import { newKey, record } from "./fixtures.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-dynalite-"));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string | null): Promise<Engine> {
  const engine = await startDynalite({ dataDir });
  cleanUps.push(() => engine.stop());
  return engine;
}

/** Another Parley: starts the engine, says where, and is killed. */
async function startAndDie(dataDir: string | null): Promise<{ endpoint: string; pid: number }> {
  const module = join(import.meta.dirname, "../../infra/local/dynalite.ts");
  const script = `
    const { startDynalite } = await import(${JSON.stringify(module)});
    const { endpoint, pid } = await startDynalite({ dataDir: ${JSON.stringify(dataDir)} });
    process.send({ endpoint, pid });
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const [place] = (await once(child, "message")) as [{ endpoint: string; pid: number }];
  cleanUps.push(() => endProcess(place.pid));
  child.kill("SIGKILL");
  await once(child, "exit");
  return place;
}

async function withStore<T>(endpoint: string, work: (store: ReturnType<typeof createStore>) => Promise<T>): Promise<T> {
  const store = createStore({ endpoint, region: "us-east-1", table: "parley", credentials: LOCAL_CREDENTIALS });
  try {
    await store.ensureTable();
    return await work(store);
  } finally {
    store.close();
  }
}

const create = (endpoint: string, key: DebateKey) => withStore(endpoint, (store) => store.createDebate(record(key)));
const find = (endpoint: string, key: DebateKey) => withStore(endpoint, (store) => store.getDebate(key));

describe("the embedded engine", () => {
  it("keeps what was stored when it is stopped and started again", async () => {
    const folder = await newFolder();
    const key = newKey();
    const engine = await start(folder);
    await create(engine.endpoint, key);
    await engine.stop();
    expect(isAlive(engine.pid)).toBe(false);
    const again = await start(folder);
    expect(await find(again.endpoint, key)).toMatchObject(record(key));
  });

  it("is one for all that start on a folder at once", async () => {
    const folder = await newFolder();
    const engines = await Promise.all([1, 2, 3].map(() => start(folder)));
    expect(new Set(engines.map((engine) => engine.pid)).size).toBe(1);
    const written = JSON.parse(await readFile(join(folder, "dynalite.json"), "utf8")) as Engine;
    expect(written).toMatchObject({ endpoint: engines[0]?.endpoint, pid: engines[0]?.pid });
  });

  it("takes the port that it is given", async () => {
    const port = await freePort();
    const engine = await startDynalite({ dataDir: await newFolder(), port });
    cleanUps.push(() => engine.stop());
    expect(engine.endpoint).toBe(`http://127.0.0.1:${port}`);
  });

  it("is a new one when the record names an engine that is gone", async () => {
    const folder = await newFolder();
    const engine = await start(folder);
    process.kill(engine.pid, "SIGKILL");
    await endProcess(engine.pid);
    const again = await start(folder);
    expect(again.pid).not.toBe(engine.pid);
    expect(isAlive(again.pid)).toBe(true);
  });

  it("is a new one when the record is torn or names another folder's engine", async () => {
    const [folder, other] = [await newFolder(), await start(await newFolder())];
    const path = join(folder, "dynalite.json");
    await writeFile(path, JSON.stringify({ endpoint: other.endpoint, pid: other.pid, owner: process.pid }));
    const engine = await start(folder);
    expect(engine.pid).not.toBe(other.pid);
    await engine.stop();
    await writeFile(path, '{"endpoint":');
    expect((await start(folder)).endpoint).toMatch(/^http/);
  });

  it("outlives its starter's death and belongs to the next one who comes", async () => {
    const folder = await newFolder();
    const orphan = await startAndDie(folder);
    const key = newKey();
    await create(orphan.endpoint, key);
    const engine = await start(folder);
    expect(engine.pid).toBe(orphan.pid);
    expect(await find(engine.endpoint, key)).toMatchObject(record(key));
    await engine.stop();
    expect(isAlive(engine.pid)).toBe(false);
  });

  it("goes on when a Ctrl-C reaches it and when a guest stops", async () => {
    const folder = await newFolder();
    const engine = await start(folder);
    const guest = `const { startDynalite } = await import(${JSON.stringify(join(import.meta.dirname, "../../infra/local/dynalite.ts"))});
      const engine = await startDynalite({ dataDir: ${JSON.stringify(folder)} });
      await engine.stop();`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", guest], { stdio: "ignore" });
    expect(await once(child, "exit")).toEqual([0, null]);
    process.kill(engine.pid, "SIGINT");
    const key = newKey();
    expect(await create(engine.endpoint, key)).toBe(true);
  });

  it("in memory ends with the process that started it", async () => {
    const { endpoint } = await startAndDie(null);
    const answers = () => fetch(endpoint).then(Boolean, () => false);
    await expect.poll(answers, { timeout: 10_000 }).toBe(false);
  });

  it("shares nothing in memory", async () => {
    const [one, other] = [await start(null), await start(null)];
    const key = newKey();
    await create(one.endpoint, key);
    expect(await find(other.endpoint, key)).toBeNull();
  });
});
