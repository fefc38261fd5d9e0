/** `parley debate --file --dir` against a whole Parley. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient, type Debate } from "../../../api/client/index.ts";
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

const TEXTS = ["a.txt", "deep.md", "z.md"].map((name) => `${name}, passage 1`);
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
const counts = async () => [(await client.list()).items.length, (await client.files.list()).items.length];

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
  await writeFile(inFolder("notes/unknown.xyz"), "Of no type.");
  const said = await debate("--file", inFolder("paper.pdf"), "--dir", inFolder("notes"));
  expect(said.code, said.err).toBe(0);
  expect(said.err).toContain("(4 of 4)");
  expect(said.err).toContain("All speakers read the files whole.");
  const titles = (await newest()).exhibits?.map(({ title }) => title);
  expect(titles).toEqual(["paper.pdf, p. 1", "paper.pdf, p. 2", ...TEXTS]);
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

test("A folder with nothing to hand in or with too much is refused before anything is sent.", async () => {
  await writeFile(inFolder("photo.png"), "");
  const empty = await debate("--dir", folder);
  expect([empty.code, empty.err]).toEqual([2, expect.stringContaining("has no file that can be handed in")]);
  for (let n = 0; n < 21; n++) await writeFile(inFolder(`${n}.md`), "A toll.");
  const many = await debate("--dir", folder);
  expect([many.code, many.err]).toEqual([2, expect.stringContaining("at most 20 files can be handed in, not 21")]);
});
