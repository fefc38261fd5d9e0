/** A file of the largest size. */
import { expect, test } from "vitest";
import type { FileInfo, FilePage } from "../../../domain/shapes/schemas/file.schema.ts";
import { createWorld } from "../world.ts";

test("20 MiB in one line are taken, and all of it is read again.", async () => {
  await using world = await createWorld();
  const line = "word ".repeat(4 * 1024 * 1024).trim();
  const response = await world.app.request("/v1/files?name=line.txt", { method: "POST", body: line });
  expect(response.status).toBe(201);
  const file = (await response.json()) as FileInfo;
  // Compared here, since a difference of 20 MiB cannot be shown.
  expect(((await (await world.get(`/v1/files/${file.id}/pages/1`)).json()) as FilePage).text === line).toBe(true);
  const passages = await world.store.files.passages("default", [file.id]);
  expect(passages).toHaveLength(file.passages);
  expect(passages.every(({ text, page }) => text.length <= 4_000 && page === 1)).toBe(true);
  const original = await world.store.files.original("default", file.id);
  expect(original && Buffer.compare(original, Buffer.from(line))).toBe(0);
}, 180_000);
