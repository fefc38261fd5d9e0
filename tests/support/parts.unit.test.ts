import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LONG, partOf, SUITES } from "./parts.ts";
import { sampleOf } from "./sample.ts";
import { touchedLately } from "./touched.ts";

const ROOT = join(import.meta.dirname, "../..");
const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7];
const HOUR = 60 * 60;

const each = Object.entries(SUITES).map(([name, suite]) => ({
  name,
  suite,
  files: globSync(suite.files, { cwd: ROOT }),
}));

function part(name: string, { touched = [], number = null }: { touched?: string[]; number?: number | null }): string[] {
  const { suite, files } = each.find((one) => one.name === name) ?? expect.fail(`no suite ${name}`);
  return partOf(suite, { files, touched, sample: sampleOf(number === null ? [] : [`--sample=${number}`]) });
}

test.each(each)(
  "$name is played whole without a sample, and by as many samples as it has parts",
  ({ name, suite, files }) => {
    expect(part(name, {}).toSorted()).toEqual(files.toSorted());
    const played = Array.from({ length: suite.parts }, (_, number) => part(name, { number })).flat();
    expect([...new Set(played)].toSorted()).toEqual(files.toSorted());
    expect(played).toHaveLength(files.length + suite.always.length * (suite.parts - 1));
  },
);

test.each(each)("What $name always plays is there", ({ suite, files }) => {
  expect(files.length).toBeGreaterThan(0);
  expect(files).toEqual(expect.arrayContaining(suite.always));
});

test("Files of which it is known that they take long are there", () => {
  const processes = each.find(({ name }) => name === "processes");
  expect(processes?.files).toEqual(expect.arrayContaining(LONG));
});

test.each(each)("A changed file of $name is played, whatever the sample", ({ name, files }) => {
  for (const file of files)
    for (const number of NUMBERS) expect(part(name, { touched: [file], number })).toContain(file);
});

test.each([
  ["infra/local/base/lock.ts", "processes", "tests/infra/local/lock.processes.test.ts"],
  ["infra/local/temporal/server.temporal-server.ts", "processes", "tests/infra/local/temporal.processes.test.ts"],
  ["features/mcp/api/tool.mcp.ts", "processes", "tests/api/mcp/conformance.processes.test.ts"],
  ["api/pages/browser/keys-page.ts", "browser", "tests/browser/keys.spec.ts"],
  ["api/pages/browser/pictures/draw.ts", "browser", "tests/browser/pictures.spec.ts"],
  ["infra/cli/keys/store.command.ts", "docs", "docs/api.md"],
  ["infra/fargate/Dockerfile", "infra:check", "tests/infra/aws/check.ts"],
  ["package-lock.json", "infra:check", "tests/infra/aws/check.ts"],
])("A change of %s brings its tests in %s", (touched, name, file) => {
  for (const number of NUMBERS) expect(part(name, { touched: [touched], number })).toContain(file);
  const without = NUMBERS.filter((number) => !part(name, { touched: ["domain/format.ts"], number }).includes(file));
  expect(without.length).toBeGreaterThan(NUMBERS.length / 2);
});

test("Of what stands beside a change no more than six are played, and each is in its turn", () => {
  const touched = ["workflows/debate.ts"];
  const turns = Array.from({ length: 24 }, (_, number) => part("durable", { touched, number }));
  const without = turns.map((_, number) => part("durable", { number }).length);
  for (const [number, files] of turns.entries()) expect(files.length - (without[number] ?? 0)).toBeLessThanOrEqual(6);
  const { files } = each.find(({ name }) => name === "durable") ?? expect.fail("no such suite");
  const beside = files.filter((file) => file.startsWith("tests/workflows/durability/"));
  expect(beside.length).toBeGreaterThan(6);
  expect(turns.flat()).toEqual(expect.arrayContaining(beside));
});

test("What changed within six hours before the last commit is touched, and so is what is not committed yet.", () => {
  const { folder, commit } = repository();
  commit("old.ts", 9 * HOUR);
  commit("new.ts", HOUR);
  commit("last.ts", 0);
  writeFileSync(join(folder, "old.ts"), "changed");
  expect(touchedLately(folder)).toEqual(["last.ts", "new.ts", "old.ts"]);
});

test("What was only moved, or imports from elsewhere, is not touched; what was deleted is.", () => {
  const { folder, commit, git } = repository();
  const text = (from: string, n: number) => `import { a } from "./${from}";\n\nexport const b = a + ${n};\n`;
  commit("a.ts", 9 * HOUR, "export const a = 1;\nexport const c = 2;\n");
  for (const name of ["moved", "mended", "gone"]) commit(`${name}.ts`, 9 * HOUR, text("a.ts", 1));
  git(["mv", "a.ts", "a.base.ts"]);
  commit("moved.ts", HOUR, text("a.base.ts", 1));
  commit("mended.ts", HOUR, text("a.base.ts", 2));
  git(["rm", "--quiet", "gone.ts"]);
  commit("last.ts", 0);
  expect(touchedLately(folder)?.toSorted()).toEqual(["gone.ts", "last.ts", "mended.ts"]);
});

test("A history that begins within that time does not say what is new.", () => {
  const { folder, commit } = repository();
  commit("first.ts", HOUR);
  commit("last.ts", 0);
  expect(touchedLately(folder)).toBeNull();
});

function repository() {
  const folder = mkdtempSync(join(tmpdir(), "parley-touched-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
  git(["init", "--quiet"]);
  const commit = (file: string, secondsAgo: number, text = file) => {
    writeFileSync(join(folder, file), text);
    git(["add", file]);
    const date = `@${1_700_000_000 - secondsAgo} +0000`;
    git(["commit", "--quiet", "-m", file], { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
  };
  return { folder, commit, git };
}
