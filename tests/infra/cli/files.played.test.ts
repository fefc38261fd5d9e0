/** `parley files` against a whole Parley. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileInfo } from "../../../api/client/index.ts";
import { pdfOf } from "../../support/material/pdf.ts";
import { runParley } from "../../support/terminal.ts";
import { useWorld } from "../../support/use-world.ts";

const world = await useWorld();
const parley = (...argv: string[]) => runParley(["files", ...argv, "--url", world.url]);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-files-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("Files are added, listed, shown page by page and removed.", async () => {
  await writeFile(join(folder, "tolls.md"), "# Tolls\n\n\u001b[31mA toll is a price.");
  await writeFile(join(folder, "tolls.pdf"), await pdfOf(2));
  const added = await parley("add", join(folder, "tolls.md"), join(folder, "tolls.pdf"), "--json");
  const [text, pdf] = JSON.parse(added.out) as FileInfo[];
  expect([text?.mediaType, pdf?.pages]).toEqual(["text/markdown", 2]);
  const list = (await parley()).out;
  expect(list).toMatch(new RegExp(`^${pdf?.id} +tolls\\.pdf +application/pdf +\\d+ +2 +2$`, "m"));
  expect((await parley("show", text?.id ?? "")).out).toBe("# Tolls\n\n[31mA toll is a price.\n");
  expect((await parley("show", pdf?.id ?? "", "--page", "2")).out).toMatch(/^Chapter 2\n/);
  expect((await parley("remove", text?.id ?? "", pdf?.id ?? "")).code).toBe(0);
  expect((await parley()).out).not.toContain(pdf?.id);
});

test("A file that is refused or is not there says why.", async () => {
  await writeFile(join(folder, "a.txt"), Buffer.from([0, 1, 2]));
  const refused = await parley("add", join(folder, "a.txt"));
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("neither text nor a PDF nor an image")]);
  const missing = await parley("add", join(folder, "b.txt"));
  expect([missing.code, missing.err]).toEqual([2, expect.stringMatching(/b\.txt cannot be read \(ENOENT\)/)]);
});
