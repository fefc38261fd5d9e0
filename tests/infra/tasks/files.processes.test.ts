import { afterEach, expect, test } from "vitest";
import type { ParleyError } from "../../../domain/base/errors.base.ts";
import { createPool, type Pool, type PoolLimits } from "../../../infra/tasks/pool.task.ts";
import { bombOf } from "../../support/material/bombs.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";

const MEGABYTE = 1024 * 1024;
let pool: Pool;
afterEach(() => pool.stop());

function start(limits: Partial<PoolLimits> = {}): void {
  pool = createPool(catalogueOf(), {}, limits);
}
const read = (body: Uint8Array<ArrayBuffer>, name: string) => pool.run("readFile", { body, contentType: null, name });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: ParleyError) => error.code,
  );
const text = (content: string) => new Uint8Array(Buffer.from(content));

/** Bytes that this process had beyond what it had before. */
async function growthOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 10);
  await work();
  clearInterval(watch);
  return highest - before;
}

test("A PDF whose stream unpacks to gigabytes is refused, and memory stays within its limit.", async () => {
  start();
  const bomb = () => codeOf(read(bombOf(4_096 * MEGABYTE), "bomb.pdf"));
  const growth = await growthOf(async () => expect(["invalid-request", "too-costly"]).toContain(await bomb()));
  expect(growth).toBeLessThan(100 * MEGABYTE);
});

test("Files that take much memory, one after another, are read, and this process grows by little more than their texts.", async () => {
  start();
  const files = [
    ["blank.txt", "\n\r".repeat(6 * MEGABYTE)],
    ["lists.json", `[${"[],".repeat(4 * MEGABYTE)}0]`],
    ["line.txt", "ab ".repeat(6 * MEGABYTE)],
  ] as const;
  const growth = await growthOf(async () => {
    for (const [name, content] of files) expect(await codeOf(read(text(content), name))).toBe("done");
  });
  // This process makes the files too, and gets their texts.
  expect(growth).toBeLessThan(320 * MEGABYTE);
});

test("A file that takes too long is refused, and its process is gone.", async () => {
  start({ cpuMs: { base: 0, perMib: 0, perPage: 0, most: 0 } });
  expect(await codeOf(read(text("a,b\n".repeat(1_000_000)), "a.csv"))).toBe("too-costly");
  expect(pool.size()).toBe(0);
});

test("Files wait for one another in a bounded queue, and delay no other task.", async () => {
  start({ atOnce: 1, waiting: 1 });
  const slow = text("<b>".repeat(400) + "a ".repeat(3_000_000));
  const files = [read(slow, "a.html"), read(text("a"), "a.txt"), read(text("a"), "a.txt")].map(codeOf);
  const other = pool.run("readPayloads", { bytes: text("{}") });
  expect(await Promise.race([Promise.all(files).then(() => "files"), other.then(() => "other")])).toBe("other");
  expect((await Promise.all(files)).toSorted()).toEqual(["done", "done", "unavailable"]);
});
