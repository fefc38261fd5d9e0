import { afterEach, expect, test } from "vitest";
import type { ParleyError } from "../../../domain/base/errors.base.ts";
import { createPool, type Pool, type PoolLimits } from "../../../infra/tasks/pool.task.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";
import { SHORT } from "../../support/random/plans.ts";

let pool: Pool;
afterEach(() => pool.stop());

function start(limits: Partial<PoolLimits> = {}): void {
  pool = createPool(catalogueOf(), limits);
}

const read = (text: string, signal?: AbortSignal) =>
  pool.run(
    "readImport",
    {
      tenant: "default",
      bytes: Buffer.from(text),
      settings: { durations: SHORT, continueAfterEvents: 1_000 },
      keys: [],
    },
    signal,
  );
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: ParleyError) => error.code,
  );
/** It takes a while to parse strictly. */
const SLOW = `[${'{"a":"b"},'.repeat(600_000)}0]`;

test("A task gives its output, or the error that it throws.", async () => {
  start();
  const { problems } = (await read("{}")) as { problems: { pointer: string }[] };
  expect(problems.map(({ pointer }) => pointer)).toContain("/turns");
  await expect(read("[")).rejects.toMatchObject({
    code: "malformed-json",
    message: "the body is not valid JSON: see line 1, column 2",
  });
});

test("A task past its deadline is refused as too costly, and its process is gone.", async () => {
  start({ cpuMs: { base: 0, perMib: 0, perPage: 0, most: 0 } });
  expect(await codeOf(read(SLOW))).toBe("too-costly");
  expect(pool.size()).toBe(0);
});

test("Of more tasks than there are processes and places the rest is refused; those that wait are carried out in turn.", async () => {
  start({ atOnce: 1, waiting: 2 });
  const codes = await Promise.all(["{}", "[", "{}", "{}", "{}"].map((text) => codeOf(read(text))));
  expect(codes).toEqual(["done", "malformed-json", "done", "unavailable", "unavailable"]);
  expect(pool.size()).toBe(1);
});

test("Tasks are carried out when the one before them was ended, though no process is left.", async () => {
  start({ atOnce: 1 });
  const leaving = new AbortController();
  const codes = [codeOf(read(SLOW, leaving.signal)), codeOf(read("{}"))];
  leaving.abort();
  expect(await Promise.all(codes)).toEqual(["unavailable", "done"]);
});

test("A caller who leaves takes the task along, whether it runs or waits.", async () => {
  start({ atOnce: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const codes = [codeOf(read(SLOW, first.signal)), codeOf(read(SLOW, second.signal)), codeOf(read("{}"))];
  second.abort();
  expect(await codes[1]).toBe("unavailable");
  first.abort();
  expect(await Promise.all(codes)).toEqual(["unavailable", "unavailable", "done"]);
});

test("Stopping ends every process, running and waiting tasks are told, and nothing starts any more.", async () => {
  start({ atOnce: 1 });
  const under = [codeOf(read(SLOW)), codeOf(read(SLOW))];
  await pool.stop();
  expect(await Promise.all(under)).toEqual(["unavailable", "unavailable"]);
  expect(pool.size()).toBe(0);
  expect(await codeOf(read("{}"))).toBe("unavailable");
  expect(pool.size()).toBe(0);
});

test("A process is used again while it is warm, and ends when nothing comes.", async () => {
  start({ idleMs: 200 });
  await read("{}");
  await read("{}");
  expect(pool.size()).toBe(1);
  await expect.poll(() => pool.size()).toBe(0);
});
