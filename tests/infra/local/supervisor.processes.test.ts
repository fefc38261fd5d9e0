import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { afterEach, expect, test } from "vitest";
import { endProcess, isAlive, serverOfChild } from "../../../infra/local/base/processes.ts";
import { supervise } from "../../../infra/local/supervisor.ts";

/** A program that does nothing until it is ended: all that a supervisor knows of an engine is its process. */
function startProgram() {
  const child = spawn("sleep", ["600"]);
  children.push(child);
  const server = serverOfChild(child);
  return { ...server, stop: () => endProcess(server.identity) };
}

let children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
});

function watched(start: () => Promise<ReturnType<typeof startProgram>> = async () => startProgram()) {
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = [];
  const told = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields: { ...fields }, message });
  const logger = { info: told("info"), error: told("error") } as unknown as Parameters<typeof supervise>[0]["logger"];
  const engine = startProgram();
  const supervised = supervise({
    name: "the engine",
    engine,
    start,
    dataDir: tmpdir(),
    logger,
    waits: { first: 1, fullDisk: 1 },
  });
  return { supervised, engine, lines };
}

const newest = () => children.at(-1) as ChildProcess;

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "close");
}

test("an engine that dies is named in the log, with how it ended, and started again", async () => {
  const { supervised, lines } = watched();
  await killed(newest());
  await expect.poll(() => lines.map(({ message }) => message)).toEqual(["engine died; it starts again", "engine runs"]);
  expect(lines[0]?.fields).toMatchObject({ engine: "the engine", reason: "signal SIGKILL" });
  expect(lines[1]?.fields).toMatchObject({ engine: "the engine", pid: newest().pid });
  await supervised.stop();
  expect(isAlive(newest().pid as number)).toBe(false);
});

test("the fifth death within a minute is the last: it fails and says why", async () => {
  const { supervised } = watched();
  for (let death = 1; death <= 5; death++) {
    await expect.poll(() => children.length).toBe(death);
    await killed(newest());
  }
  await expect(supervised.failed).rejects.toThrow(
    "the engine died 5 times within a minute, the last time with: signal SIGKILL",
  );
  expect(children).toHaveLength(5);
});

test("a start that fails counts as a death", async () => {
  const { supervised, engine } = watched(async () => Promise.reject(new Error("the port is taken")));
  await engine.stop();
  await expect(supervised.failed).rejects.toThrow("the last time with: the port is taken");
});

test("a full disk does not count, however often a start fails for it, and is logged once", async () => {
  let starts = 0;
  const { supervised, engine, lines } = watched(async () => {
    if (++starts <= 10) throw new Error("ENOSPC: no space left on device, write");
    return startProgram();
  });
  await engine.stop();
  await expect.poll(() => lines.at(-1)?.message, { timeout: 50_000 }).toBe("engine runs");
  expect(starts).toBe(11);
  expect(lines.filter(({ message }) => message.startsWith("the disk is full"))).toHaveLength(1);
  await supervised.stop();
});

test("an engine that is stopped on purpose is not started again", async () => {
  const { supervised, lines } = watched();
  await supervised.stop();
  expect(children).toHaveLength(1);
  expect(isAlive(newest().pid as number)).toBe(false);
  expect(lines).toEqual([]);
});
