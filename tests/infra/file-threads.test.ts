import { afterEach, expect, test } from "vitest";
import type { ParleyError } from "../../domain/errors.ts";
import { createPool, type Pool, type PoolLimits } from "../../infra/threads/pool.ts";
import { bombOf } from "../support/material/bombs.ts";
import { catalogueOf } from "../support/models/catalogue.ts";

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

test("A PDF whose stream unpacks to gigabytes is refused, and memory stays within its limit.", async () => {
  start();
  const before = process.memoryUsage.rss();
  let highest = 0;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 10);
  expect(["invalid-request", "too-costly"]).toContain(await codeOf(read(bombOf(4_096 * MEGABYTE), "bomb.pdf")));
  clearInterval(watch);
  expect(highest - before).toBeLessThan(700 * MEGABYTE);
});

test("A file that takes too long is refused, and its thread is gone.", async () => {
  start({ taskMs: 1 });
  expect(await codeOf(read(text("a,b\n".repeat(1_000_000)), "a.csv"))).toBe("too-costly");
  expect(pool.size()).toBe(0);
});

test("Files wait for one another in a bounded queue, and delay no other task.", async () => {
  start({ waiting: 1 });
  const slow = text("<b>".repeat(400) + "a ".repeat(3_000_000));
  const files = [read(slow, "a.html"), read(text("a"), "a.txt"), read(text("a"), "a.txt")].map(codeOf);
  const other = pool.run("readPayloads", { bytes: text("{}") });
  expect(await Promise.race([Promise.all(files).then(() => "files"), other.then(() => "other")])).toBe("other");
  expect((await Promise.all(files)).toSorted()).toEqual(["done", "done", "unavailable"]);
});
