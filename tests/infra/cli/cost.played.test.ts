/** What `parley debate` says of its costs before it starts. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runParley } from "../../support/terminal.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, type World } from "../../support/world.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), "parley-cost-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.stop();
});
beforeEach(() => {
  world.models.forget();
  world.models.use(debaters(["p1", "p2"]));
});

const TOPIC = "Should our town ban cars from its centre?";
const SPEAKERS = ["-p", "Ada=openai/gpt-5.5,Ben=openai/gpt-5.5", "-j", "openai/gpt-5.4", "--format", "free-form"];
const parley = (more: string[], answers?: string[]) => {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return answers?.[asked.length - 1] ?? "";
  };
  return runParley(["debate", TOPIC, ...SPEAKERS, ...more, "--url", world.url], answers && ask);
};
const debates = async () => ((await world.request("/v1/debates?limit=100")).body as { items: unknown[] }).items.length;

test("a debate under a limit says what it will likely cost, at most, and how it was made to fit", async () => {
  const { code, err, out } = await parley(["--max-cost", "0.50"]);
  expect(err).toMatch(/^This debate will likely cost \$0\.1\d{3}, and \$0\.4\d{3} at most\.$/m);
  expect(err).toMatch(/^to stay below \$0\.50: 2 rounds instead of 10, turns of at most [\d,]+ tokens/m);
  expect(code).toBe(0);
  expect(out).toContain("Used: 7 calls");
});

test("one that will likely cost more than a dollar is not started where nobody can agree, and keeps no file", async () => {
  const file = join(folder, "notes.md");
  await writeFile(file, "# Notes\n\nThe market has 40 stalls.\n");
  const before = await debates();
  const { code, err } = await parley(["--file", file]);
  expect([code, await debates()]).toEqual([2, before]);
  expect(err).toMatch(/the debate will likely cost \$1\.\d\d, more than \$1, .*: add --yes, or a limit such as/);
  expect(((await world.request("/v1/files")).body as { items: unknown[] }).items).toEqual([]);
  expect(world.models.journal).toEqual([]);
});

test("a person is asked, and nothing starts without a yes", async () => {
  const before = await debates();
  const declined = await parley([], ["no"]);
  expect(declined).toMatchObject({ code: 2, err: expect.stringContaining("the debate was not started") });
  expect(await debates()).toBe(before);
  expect(await parley([], ["y"])).toMatchObject({ code: 0 });
  expect(await debates()).toBe(before + 1);
});

test("--yes starts it unasked", async () => {
  const { code, err } = await parley(["--yes"]);
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^This debate will likely cost \$1\.\d\d, and \$\d+\.\d\d at most\.$/m),
  ]);
});
