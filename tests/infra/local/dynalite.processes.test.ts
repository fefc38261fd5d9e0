/** The embedded engine: one process per data folder, whoever starts it and however its starters end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { endProcess, isAlive } from "../../../infra/local/base/processes.ts";
import { credentialsOf } from "../../../infra/local/dynalite/key.dynalite.ts";
import { type Engine, isEngineOf, startDynalite } from "../../../infra/local/dynalite/server.dynalite.ts";
import { createStore } from "../../../store/index.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import { newKey, record } from "../../store/fixtures.ts";
import { abandon } from "../../support/debates/abandoned.ts";
import { eventually } from "../../support/eventually.ts";

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

type Place = Pick<Engine, "endpoint" | "key">;

/** Another Parley: starts the engine, says where, and is killed. */
async function startAndDie(dataDir: string | null): Promise<Place & { pid: number }> {
  const module = join(import.meta.dirname, "../../../infra/local/dynalite/server.dynalite.ts");
  const script = `
    const { startDynalite } = await import(${JSON.stringify(module)});
    const { endpoint, key, pid } = await startDynalite({ dataDir: ${JSON.stringify(dataDir)} });
    process.send({ endpoint, key, pid });
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const [place] = (await once(child, "message")) as [Place & { pid: number }];
  cleanUps.push(() => endProcess(place.pid));
  child.kill("SIGKILL");
  await once(child, "exit");
  return place;
}

async function withStore<T>(
  { endpoint, key }: Place,
  work: (store: ReturnType<typeof createStore>) => Promise<T>,
): Promise<T> {
  const store = createStore({ endpoint, region: "us-east-1", table: "parley", credentials: credentialsOf(key) });
  try {
    await store.ensureTable();
    return await work(store);
  } finally {
    store.close();
  }
}

const create = (place: Place, key: DebateKey) => withStore(place, (store) => store.createDebate(record(key)));
const find = (place: Place, key: DebateKey) => withStore(place, (store) => store.getDebate(key));

describe("the embedded engine", () => {
  it("keeps what was stored when it is stopped and started again", async () => {
    const folder = await newFolder();
    const key = newKey();
    const engine = await start(folder);
    await create(engine, key);
    await engine.stop();
    expect(isAlive(engine.pid)).toBe(false);
    const again = await start(folder);
    expect(await find(again, key)).toMatchObject(record(key));
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

  it("answers as the engine of its folder, by whatever path, and of no other", async () => {
    const [folder, other] = [await newFolder(), await newFolder()];
    const { endpoint } = await start(folder);
    const path = join(other, "link");
    await symlink(folder, path);
    const answers = await Promise.all([folder, path, other].map((each) => isEngineOf(each, endpoint)));
    expect(answers).toEqual([true, true, false]);
    expect(await isEngineOf(folder, "http://127.0.0.1:1")).toBe(false);
  });

  it("outlives its starter's death and belongs to the next one who comes", async () => {
    const folder = await newFolder();
    const orphan = await startAndDie(folder);
    const key = newKey();
    await create(orphan, key);
    const engine = await start(folder);
    expect(engine.pid).toBe(orphan.pid);
    expect(await find(engine, key)).toMatchObject(record(key));
    await engine.stop();
    expect(isAlive(engine.pid)).toBe(false);
  });

  it("goes on when a Ctrl-C reaches it and when a guest stops", async () => {
    const folder = await newFolder();
    const engine = await start(folder);
    const guest = `const { startDynalite } = await import(${JSON.stringify(join(import.meta.dirname, "../../../infra/local/dynalite/server.dynalite.ts"))});
      const engine = await startDynalite({ dataDir: ${JSON.stringify(folder)} });
      await engine.stop();`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", guest], { stdio: "ignore" });
    expect(await once(child, "exit")).toEqual([0, null]);
    process.kill(engine.pid, "SIGINT");
    const key = newKey();
    expect(await create(engine, key)).toBe(true);
  });

  it("survives 1,000 requests whose clients go away, before and after the end of their bodies", async () => {
    const engine = await start(await newFolder());
    for (let batch = 0; batch < 10; batch++)
      await Promise.all(Array.from({ length: 100 }, (_, i) => abandon(engine, { whole: i % 2 === 0 })));
    expect(await create(engine, newKey())).toBe(true);
    expect(isAlive(engine.pid)).toBe(true);
  });

  it("in memory ends with the process that started it", async () => {
    const { endpoint } = await startAndDie(null);
    const answers = () => fetch(endpoint).then(Boolean, () => false);
    await eventually(answers).toBe(false);
  });

  it("shares nothing in memory", async () => {
    const [one, other] = [await start(null), await start(null)];
    const key = newKey();
    await create(one, key);
    expect(await find(other, key)).toBeNull();
  });
});
