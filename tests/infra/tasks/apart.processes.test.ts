import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ParleyError } from "../../../domain/base/errors.base.ts";
import { isAlive } from "../../../infra/local/base/processes.ts";
import { createPool, type Pool, type PoolLimits } from "../../../infra/tasks/pool.task.ts";
import { childrenOf } from "../../bench/process-tree.ts";
import { growingPdf, strayErrors } from "../../support/material/found.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";

const PROGRAM = fileURLToPath(new URL("../../support/processes/tasks.ts", import.meta.url));

let pool: Pool;
/** Processes of other tests that run beside these. */
let others: Set<number>;
beforeEach(() => {
  others = new Set(childrenOf(process.pid));
});
afterEach(() => pool?.stop());

function start(limits: Partial<PoolLimits> = {}): void {
  pool = createPool(catalogueOf(), {}, limits);
}
const own = () => childrenOf(process.pid).filter((pid) => !others.has(pid));
const read = (bytes: Buffer, name: string) =>
  pool.run("readFile", { body: new Uint8Array(bytes), contentType: null, name }).then(
    () => "done",
    (error: ParleyError) => error.code,
  );
const small = () => read(Buffer.from("a"), "a.txt");

test("A PDF that grows without end is refused; a file beside it and one after it are read.", async () => {
  start();
  const codes = await Promise.all([read(growingPdf(), "a.pdf"), small()]);
  expect(codes).toEqual(["too-costly", "done"]);
  expect(await small()).toBe("done");
});

test("A PDF whose errors nobody awaits is refused as broken, and the next file is read.", async () => {
  start();
  for (const [name, bytes] of strayErrors()) {
    expect(await read(bytes, name)).toBe("invalid-request");
    expect(await small()).toBe("done");
  }
});

test("A text that becomes more than an answer may be is refused.", async () => {
  start({ outputBytes: 1_000 });
  expect(await read(Buffer.from("a b ".repeat(1_000)), "a.txt")).toBe("too-costly");
});

test("A process that is kept ready is replaced when it is killed, and no caller notices.", async () => {
  start();
  await pool.warm();
  const [first] = own();
  process.kill(Number(first), "SIGKILL");
  expect(await small()).toBe("done");
  await expect.poll(() => own().filter((pid) => pid !== first).length).toBe(1);
});

test("Files one after another are read by one process.", async () => {
  start();
  await pool.warm();
  const ready = own();
  for (let n = 0; n < 3; n++) expect(await small()).toBe("done");
  expect(own()).toEqual(ready);
});

test("A process for tasks has no secret in its environment, and the system limits its time, its memory and its files.", async () => {
  process.env["OPENAI_API_KEY"] = "a secret of the tests";
  start();
  await pool.warm();
  delete process.env["OPENAI_API_KEY"];
  const [pid] = own();
  expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("secret");
  const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
  expect(limits).toMatch(/Max cpu time +60 +60/);
  expect(limits).toMatch(/Max data size +\d+ +\d+/);
  expect(limits).toMatch(/Max file size +0 +0/);
});

test.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)(
  "Its processes end with a program that gets %s.",
  async (signal) => {
    const program = spawn(process.execPath, [PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
    const [child] = await startedBy(program);
    program.kill(signal);
    await once(program, "exit");
    await expect.poll(() => isAlive(Number(child))).toBe(false);
  },
);

async function startedBy(program: ChildProcess): Promise<number[]> {
  await once(program.stdout as NodeJS.ReadableStream, "data");
  return childrenOf(program.pid ?? 0);
}
