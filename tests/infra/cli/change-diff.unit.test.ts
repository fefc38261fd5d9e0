/** How `parley gate` reads a diff: as git writes it, whatever names and lines it has. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { readDiff } from "../../../infra/cli/gate/diff.gate.ts";
import { PART_CHARACTERS, splitChange } from "../../../infra/cli/gate/parts.gate.ts";
import { runs } from "../../support/debates/runs.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-diffs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...argv: string[]) =>
  execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.org", ...argv], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });

/** What git writes of a change from some files to others, by their paths. */
function diffOf(before: Record<string, string | Buffer>, after: Record<string, string | Buffer>): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  git("init", "-q");
  const commit = (files: Record<string, string | Buffer>) => {
    git("rm", "-rqf", "--ignore-unmatch", ".");
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    git("add", "-A");
    git("commit", "-qm", "x", "--allow-empty");
  };
  commit(before);
  commit(after);
  return git("diff", "--find-renames", "HEAD~1", "HEAD");
}

test("Lines have the numbers of the new version, and removed ones have none.", () => {
  const [file] = readDiff(diffOf({ "a.ts": "one\ntwo\nthree\n" }, { "a.ts": "one\n2\nthree\nfour\n" }));
  expect(file).toMatchObject({ path: "a.ts", status: "changed" });
  expect(file?.lines).toEqual([
    { number: 1, text: " one" },
    { number: null, text: "-two" },
    { number: 2, text: "+2" },
    { number: 3, text: " three" },
    { number: 4, text: "+four" },
  ]);
});

test("Names with quotes, line breaks, spaces and accents are read, and what has no lines is named.", () => {
  const names = ['a "b".ts', "line\nbreak.ts", "with space.ts", "café.ts", "tab\there.ts", "back\\slash.ts"];
  const before = { "old name.ts": "same\n".repeat(20), "gone.ts": "gone\n", "logo.png": Buffer.from([0, 1, 2]) };
  const after = {
    "new name.ts": "same\n".repeat(20),
    "logo.png": Buffer.from([0, 9, 9]),
    ...Object.fromEntries(names.map((name) => [name, "x\n"])),
  };
  const files = readDiff(diffOf(before, after));
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const name of names) expect(byPath.get(name)?.lines).toEqual([{ number: 1, text: "+x" }]);
  expect(byPath.get("new name.ts")).toMatchObject({ status: "renamed", from: "old name.ts", lines: [] });
  expect(byPath.get("gone.ts")).toMatchObject({ status: "deleted", lines: [{ number: null, text: "-gone" }] });
  expect(byPath.get("logo.png")).toMatchObject({ binary: true, lines: [] });
  expect(splitChange(files).without.map(({ path }) => path)).toEqual(["logo.png", "new name.ts"]);
});

test("Lines that look like a diff's headers begin no file.", () => {
  const hostile = "diff --git a/x b/x\n--- a/x\n+++ b/etc/passwd\n@@ -1 +1 @@\n";
  const files = readDiff(diffOf({ "a.txt": `-- a/x\n${hostile}` }, { "a.txt": `${hostile}++ b/y\n` }));
  expect(files.map(({ path }) => path)).toEqual(["a.txt"]);
});

test("What git shows of any two versions is read back: the lines of the new one at their numbers.", () => {
  const line = fc.oneof(
    fc.constantFrom("", "a", "-- x", "++ y", "@@ -1 +1 @@", "diff --git a/q b/q", "\\ No"),
    fc.string(),
  );
  const text = fc.array(
    line.map((it) => it.replaceAll(/[\n\r\0]/g, "")),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(text, text, (before, after) => {
      const files = readDiff(diffOf({ f: `${before.join("\n")}\n` }, { f: `${after.join("\n")}\n` }));
      expect(files.length).toBe(before.join("\n") === after.join("\n") ? 0 : 1);
      for (const { number, text: shown } of files.flatMap((file) => file.lines))
        if (number !== null) expect(shown.slice(1)).toBe(after[number - 1]);
    }),
    { numRuns: runs(15) },
  );
});

test("A change of 5 MB is read in parts that are no larger than the bound, and shows every line once.", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => `const value${i} = "${"x".repeat(30)}";\n`).join("");
  const diff = diffOf({}, { "big.ts": rows(90_000), "small.ts": "x\n", "long.json": `${"y".repeat(500_000)}\n` });
  expect(diff.length).toBeGreaterThan(5_000_000);
  const { parts, cut } = splitChange(readDiff(diff));
  expect(cut.map(({ path }) => path)).toEqual(["long.json"]);
  for (const part of parts)
    expect(part.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(PART_CHARACTERS * 1.01);
  const shown = parts.flat().filter(({ file }) => file.path === "big.ts");
  expect(shown.flatMap(({ numbers }) => [...numbers])).toEqual(Array.from({ length: 90_000 }, (_, i) => i + 1));
}, 60_000);

test("Anything that is no diff has no files.", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readDiff(text)).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});
