/** `parley debate --file --dir` against a whole Parley. */

import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient, type Debate } from "../../../api/client/index.ts";
import type { PageOf, PageQuery } from "../../../api/client/query.client.ts";
import { pngOf } from "../../support/material/images.ts";
import { pdfOf } from "../../support/material/pdf.ts";
import { runParley } from "../../support/terminal.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";

const world = await useWorld();
const client = createClient({ baseUrl: world.url });

let folder: string;
beforeEach(async () => {
  world.models.use(debaters(["p1", "p2"]));
  folder = await mkdtemp(join(tmpdir(), "parley-material-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string) => join(folder, name);
const debate = (...argv: string[]) =>
  runParley([
    "debate",
    "Should a street cost something?",
    "--participants",
    "Ada=openai/gpt-5.5,Ben=anthropic/claude-sonnet-5",
    "--format",
    "round-limited",
    "--rounds",
    "1",
    "--json",
    "--url",
    world.url,
    ...argv,
  ]);
/** On all pages. */
async function countOf(list: (query: PageQuery) => Promise<PageOf<unknown>>): Promise<number> {
  let count = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit: 100, ...(cursor && { cursor }) });
    count += page.items.length;
    cursor = page.nextCursor;
  }
  return count;
}
const counts = () =>
  Promise.all([countOf((query) => client.list(query)), countOf((query) => client.files.list(query))]);

async function newest(): Promise<Debate> {
  const [first] = (await client.list()).items;
  return client.get(first?.id ?? "");
}

test("Short files and a folder's texts become exhibits, in the order of their names.", async () => {
  await writeFile(inFolder("paper.pdf"), await pdfOf(2));
  await mkdir(inFolder("notes/b/c/d"), { recursive: true });
  await writeFile(inFolder("notes/z.md"), "A gate is slow.");
  await writeFile(inFolder("notes/a.txt"), "A toll is a price.");
  await writeFile(inFolder("notes/b/c/deep.md"), "Deep enough.");
  await writeFile(inFolder("notes/b/c/d/deeper.md"), "Too deep.");
  await writeFile(inFolder("notes/.hidden.md"), "Hidden.");
  await writeFile(inFolder("notes/toll.py"), "def toll():\n    return 3\n");
  await writeFile(inFolder("notes/Dockerfile"), "FROM node");
  await writeFile(inFolder("notes/unknown.xyz"), "Of no type.");
  await writeFile(inFolder("notes/tool.bin"), Buffer.from([0, 1, 2]));
  await writeFile(inFolder("notes/chart.png"), pngOf(8, 6));
  await writeFile(inFolder("notes/blank.md"), " \n");
  await writeFile(inFolder("notes/named.pdf"), "A text.");
  await writeFile(inFolder("notes/large.csv"), Buffer.alloc(20 * 1024 * 1024 + 1, "a"));
  await symlink(inFolder("paper.pdf"), inFolder("notes/link.pdf"));
  for (let n = 0; n < 10; n++) await mkdir(inFolder(`notes/.hidden-${n}`));
  await mkdir(inFolder("notes/node_modules/left-pad"), { recursive: true });
  const said = await debate("--file", inFolder("paper.pdf"), "--dir", inFolder("notes"));
  expect(said.code, said.err).toBe(0);
  expect(said.err).toContain("(7 of 7)");
  expect(said.err.split("\n").filter((line) => line.startsWith("Left out"))).toEqual([
    "Left out, hidden: .hidden-0/, .hidden-1/, .hidden-2/, .hidden-3/, .hidden-4/, .hidden-5/, .hidden-6/, .hidden-7/ and 3 more",
    "Left out, folders below the 3rd level: b/c/d/",
    "Left out, without text: blank.md",
    "Left out, images, which --file takes: chart.png",
    "Left out, larger than 20 MiB: large.csv",
    "Left out, links, which are not followed: link.pdf",
    "Left out, with a name that says another type than the content is: named.pdf",
    "Left out, folders of installed or generated code: node_modules/",
    "Left out, neither text nor PDF: tool.bin",
  ]);
  expect(said.err.indexOf("Left out")).toBeLessThan(said.err.indexOf("Handing in"));
  expect(said.err).toContain("All speakers read the files whole.");
  const titles = (await newest()).exhibits?.map(({ title }) => title);
  const code = ["Dockerfile (Dockerfile), passage 1", "a.txt, passage 1", "deep.md, passage 1"];
  const rest = ["toll.py (Python), passage 1", "unknown.xyz, passage 1", "z.md, passage 1"];
  expect(titles).toEqual(["paper.pdf, p. 1", "paper.pdf, p. 2", ...code, ...rest]);
});

test("Long files are looked up for each turn.", async () => {
  await writeFile(inFolder("long.md"), "A toll is a price that a street asks of cars.\n\n".repeat(1_500));
  const said = await debate("--file", inFolder("long.md"));
  expect(said.code, said.err).toBe(0);
  expect(said.err).toContain("The files are long: passages are looked up for each turn.");
  const { exhibits = [] } = await newest();
  expect(exhibits.length).toBeGreaterThan(0);
  for (const exhibit of exhibits) expect(exhibit).toHaveProperty("foundAt");
});

test("An image becomes an exhibit, also beside files that are looked up.", async () => {
  await writeFile(inFolder("long.md"), "A toll is a price that a street asks of cars.\n\n".repeat(1_500));
  await writeFile(inFolder("chart.png"), pngOf(80, 60));
  const said = await debate("--file", inFolder("long.md"), "--file", inFolder("chart.png"));
  expect(said.code, said.err).toBe(0);
  expect(said.err).toContain("Models that take images see the images.");
  const { exhibits = [] } = await newest();
  expect(exhibits[0]).toMatchObject({ id: "E1", title: "chart.png", text: "An image of 80 × 60 pixels." });
  expect(exhibits[1]).toHaveProperty("foundAt");
});

test("Nothing starts and nothing is kept when a file is refused, has no text or is not there.", async () => {
  await writeFile(inFolder("good.md"), "A toll is a price.");
  await writeFile(inFolder("bad.txt"), Buffer.from([0, 1, 2]));
  await writeFile(inFolder("scan.pdf"), "%PDF-");
  const before = await counts();
  const refused = await debate("--file", inFolder("good.md"), "--file", inFolder("bad.txt"));
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/bad\.txt: .*neither text nor a PDF/)]);
  const broken = await debate("--file", inFolder("good.md"), "--file", inFolder("scan.pdf"));
  expect([broken.code, broken.err]).toEqual([2, expect.stringContaining("scan.pdf: ")]);
  const missing = await debate("--file", inFolder("good.md"), "--file", inFolder("none.md"));
  expect([missing.code, missing.err]).toEqual([2, expect.stringMatching(/none\.md cannot be read \(ENOENT\)/)]);
  expect(await counts()).toEqual(before);
});

test("A folder with nothing to hand in, or too many named files, are refused before anything is sent.", async () => {
  await writeFile(inFolder("photo.png"), "");
  const empty = await debate("--dir", folder);
  expect([empty.code, empty.err]).toEqual([2, expect.stringContaining("has no file that can be handed in")]);
  for (let n = 0; n < 21; n++) await writeFile(inFolder(`${n}.md`), "A toll.");
  const all = Array.from({ length: 21 }, (_, n) => ["--file", inFolder(`${n}.md`)]).flat();
  const many = await debate(...all);
  expect([many.code, many.err]).toEqual([2, expect.stringContaining("at most 20 files can be handed in, not 21")]);
});

test("Of a folder with more files the first are handed in, beside those that are named, and the others are listed.", async () => {
  for (let n = 10; n < 32; n++) await writeFile(inFolder(`${n}.md`), `Toll number ${n}.`);
  const said = await debate("--file", inFolder("31.md"), "--dir", folder);
  expect(said.code, said.err).toBe(0);
  expect(said.err).toContain("Left out, more than the 20 files that a debate takes: 29.md, 30.md\n");
  expect((await newest()).exhibits?.map(({ title }) => title.slice(0, 2))).toEqual([
    "31",
    ...Array.from({ length: 19 }, (_, i) => `${i + 10}`),
  ]);
});

test("A file of a folder that is refused is left out with its reason, and where nothing is left, nothing starts.", async () => {
  await mkdir(inFolder("code"));
  await writeFile(inFolder("code/broken.pdf"), "%PDF-");
  await writeFile(inFolder("code/tolls.json"), '{ "toll": 3 ');
  const before = await counts();
  const none = await debate("--dir", inFolder("code"));
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("no file of the folder can be taken")]);
  const named = await debate("--dir", inFolder("code"), "--file", inFolder("code/tolls.json"));
  expect([named.code, named.err]).toEqual([2, expect.stringMatching(/tolls\.json: .*is not valid JSON/)]);
  expect(await counts()).toEqual(before);
  await writeFile(inFolder("code/toll.ts"), "export const toll = 3;");
  const said = await debate("--dir", inFolder("code"));
  expect(said.code, said.err).toBe(0);
  const leftOut = said.err.split("\n").filter((line) => line.startsWith("Left out"));
  expect(leftOut).toEqual([
    expect.stringMatching(/^Left out, .*broken\.pdf: .*is a broken PDF/),
    expect.stringMatching(/^Left out, .*tolls\.json: .*is not valid JSON$/),
  ]);
  expect((await newest()).exhibits?.map(({ title }) => title)).toEqual(["toll.ts (TypeScript), passage 1"]);
  expect(await counts()).toEqual(before.map((count) => count + 1));
});
