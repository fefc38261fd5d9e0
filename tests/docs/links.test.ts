import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { excuseFor } from "./commands.ts";
import { commandsIn, type Document, documents, proseOf, ROOT } from "./documents.ts";

const ALL = documents();
const byPath = new Map(ALL.map((each) => [each.path, each]));
const SCRIPTS = Object.keys(JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")).scripts);

/** As GitHub makes them, in other words than the guide's: drops all but letters, digits, hyphens and spaces. */
function anchorsOf({ text }: Document): string[] {
  const headings = [...proseOf(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .split("")
      .map((char) => (char === " " ? "-" : char))
      .filter((char) => /[\p{L}\p{N}_-]/u.test(char))
      .join(""),
  );
}

function linksOf({ path, text }: Document) {
  const found = [...proseOf(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, href = ""]) => href);
  return found.filter((href) => !/^https?:/.test(href)).map((href) => ({ href, ...targetOf(path, href) }));
}

function targetOf(from: string, href: string): { path: string; anchor: string | undefined } {
  const [path = "", anchor] = href.split("#");
  return { path: path === "" ? from : posix.join(dirname(from), path), anchor };
}

describe.each(ALL)("$path", (document) => {
  test("has links that lead to files and headings of the repository", () => {
    const broken = linksOf(document).filter(({ path, anchor }) => {
      const target = byPath.get(path);
      if (anchor !== undefined && target && !anchorsOf(target).includes(anchor)) return true;
      return !existsSync(join(ROOT, path));
    });
    expect(broken).toEqual([]);
  });

  test("has no two headings of one anchor", () => {
    const anchors = anchorsOf(document);
    expect(anchors).toEqual([...new Set(anchors)]);
  });

  test("names paths that exist", () => {
    const paths = [
      ...document.text.matchAll(
        /`((?:\.ci|domain|workflows|activities|store|api|features|infra|tests|docs)\/[\w./-]*)`/g,
      ),
    ].map(([, path = ""]) => path);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("names scripts of package.json", () => {
    const builtIn = ["ci", "test", "start"];
    const named = [...document.text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !SCRIPTS.includes(name) && !builtIn.includes(name))).toEqual([]);
  });

  test("has commands that a shell can read", () => {
    const commands = commandsIn(document.text).map((command) => command.replaceAll(/<[\w ]+>/g, "placeholder"));
    // One shell for all: it names the command that it cannot read by its line.
    const functions = commands.map((command, n) => `command_${n}() {\n:\n${command}\n}`);
    expect(spawnSync("bash", ["-n", "-c", functions.join("\n")], { encoding: "utf8" }).stderr).toBe("");
  });
});

test("the README has one page of at most 250 lines, and leads to every other document", () => {
  const readme = byPath.get("README.md") as Document;
  expect(readme.text.split("\n").length).toBeLessThanOrEqual(251);
  const reached = new Set(["README.md"]);
  for (const path of reached) {
    const document = byPath.get(path);
    if (document) for (const link of linksOf(document)) reached.add(posix.join(link.path));
  }
  for (const { path } of ALL) expect([...reached], path).toContain(path);
});

test("most commands are run by `npm run docs`", () => {
  const commands = ALL.filter(({ path }) => path !== "docs/aws.md").flatMap(({ text }) => commandsIn(text));
  expect(commands.length).toBeGreaterThan(60);
  expect(commands.filter((command) => excuseFor(command) === null).length).toBeGreaterThan(0.7 * commands.length);
});

const SOURCES = ["domain", "workflows", "activities", "store", "api", "features", "infra"]
  .flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" }).map((name) => posix.join(folder, name)),
  )
  .filter((path) => /\.(ts|mjs|js)$/.test(path))
  .map((path) => ({ path, text: readFileSync(ROOT + path, "utf8") }));

test("comments name rules by the anchors of docs/design/, which exist", () => {
  const named = SOURCES.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(docs\/design\/\w+\.md)#([\w-]+)/g)].map(([, file = "", anchor = ""]) => ({
      path,
      file,
      anchor,
    })),
  );
  expect(named.length).toBeGreaterThan(10);
  for (const { path, file, anchor } of named)
    expect(anchorsOf(byPath.get(file) as Document), `${path}: ${file}#${anchor}`).toContain(anchor);
});

test("no comment cites a rule by a number with §", () => {
  expect(SOURCES.filter(({ text }) => /(?<!RFC \d+ )§/.test(text)).map(({ path }) => path)).toEqual([]);
});

/** What these put together, the rest knows as ports. */
const WIRING = ["infra/parley.ts", "store/index.ts", "activities/models/index.ts", "workflows/index.ts"];

/** Files at most on the way of each, as the architecture lists them. */
describe.each([
  ["a turn", 23],
  ["a ballot", 25],
  ["a request", 30],
])("the way of %s", (name, most) => {
  const { text } = byPath.get("docs/architecture.md") as Document;
  const [, list = ""] = new RegExp(`<!-- follow: ${name} -->\\n([\\s\\S]*?)\\n<!-- /follow -->`).exec(text) ?? [];
  const files = [...list.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = ""]) => path);

  test(`leads through at most ${most} files, each once`, () => {
    expect(files.length).toBeGreaterThan(10);
    expect(files.length).toBeLessThanOrEqual(most);
    expect(files).toEqual([...new Set(files)]);
  });

  test("needs no file from nowhere: a file on the way, or one that it imports, imports each", () => {
    const near = new Set([...WIRING, ...files].flatMap(importsOf));
    const known = new Set([...near, ...Array.from(near).flatMap(importsOf)]);
    for (const file of files.slice(1)) expect(known, file).toContain(file);
  });
});

/** Values and types. */
function importsOf(path: string): string[] {
  const source = readFileSync(join(ROOT, path), "utf8");
  return [...source.matchAll(/from "(\.[^"]+\.ts)"/g)].map(([, to = ""]) => posix.join(dirname(path), to));
}
