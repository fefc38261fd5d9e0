import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CountsError, countedIn } from "./counted.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "parley-counts-"))));
afterAll(() => rm(folder, { recursive: true }));

const HOW = { modelSeconds: 8, words: 250, streamSeconds: 100 };

async function fileOf(text: string): Promise<string> {
  const file = join(folder, "counts.json");
  await writeFile(file, text);
  return file;
}

test("of an earlier run those debates are taken that are asked for", async () => {
  const file = await fileOf(JSON.stringify({ how: HOW, debates: [{ name: "oxford" }, { name: "roundtable" }] }));
  expect(await countedIn(file, [{ name: "oxford" }])).toEqual({ how: HOW, debates: [{ name: "oxford" }] });
});

test.each([
  ["npm's own lines stand before the JSON", '\n> parley infra:costs\n\n{"how":{},"debates":[]}', /npm run --silent/],
  ["it is JSON of something else", '{"debates":{}}', /is not what --json prints/],
  ["it is null", "null", /is not what --json prints/],
  ["a debate is not in it", JSON.stringify({ how: HOW, debates: [] }), /has no "oxford"/],
])("when %s, a sentence says so", async (_, text, words) => {
  const reading = countedIn(await fileOf(text), [{ name: "oxford" }]);
  await expect(reading).rejects.toBeInstanceOf(CountsError);
  await expect(reading).rejects.toThrow(words);
});

test("a file that is not there is named", async () => {
  await expect(countedIn(join(folder, "none.json"), [])).rejects.toThrow(/none\.json can not be read \(ENOENT\)/);
});
