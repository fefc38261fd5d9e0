/** The browser's files as they are served. */
import { globSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { assets } from "../../../api/pages/assets.ts";
import { bundlePages, writePages } from "../../../api/pages/bundle.pages.ts";

const FILES = await bundlePages();
const MODULES = FILES.flatMap(([name, body]) =>
  name.endsWith(".js") ? [{ name, text: new TextDecoder().decode(body) }] : [],
);
const ROOT = join(import.meta.dirname, "../../..");
const PAGES = globSync("{api/pages/browser,features/*/pages}/*-page.ts", { cwd: ROOT }).map((path) => basename(path));
/** Each costs 300 bytes of headers on the line. */
const MOST_FILES = 25;

test("The browser's modules are served as JavaScript without types and comments.", () => {
  expect(MODULES.length).toBeGreaterThan(PAGES.length);
  for (const { name, text } of MODULES) {
    const { errors, comments } = parseSync(name, text);
    expect([name, errors, comments]).toEqual([name, [], []]);
  }
});

test("Every import of the browser's modules leads to a file that is served.", async () => {
  const { find } = await assets();
  for (const { name, text } of MODULES)
    for (const [, to = ""] of text.matchAll(/\b(?:from|import\(?)"(\.[^"]+)"/g)) {
      const address = new URL(to, `http://parley/${name}`).pathname.slice(1);
      expect([name, to, find(address)?.type]).toEqual([name, to, "text/javascript; charset=utf-8"]);
    }
});

test("Every page has a module by its name, and asks for few files at first.", async () => {
  const { find, modulesOf } = await assets();
  for (const page of PAGES) {
    const name = page.replace(/ts$/, "js");
    expect([name, find(name)?.type]).toEqual([name, "text/javascript; charset=utf-8"]);
    expect([name, modulesOf(name).length < MOST_FILES]).toEqual([name, true]);
    expect(modulesOf(name)).not.toContain("actions/menu.js");
  }
  expect(find("actions/menu.js")).toBeDefined();
});

test("A build writes the same files that a Parley from its sources makes.", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  await writePages(folder);
  for (const [name, body] of FILES) expect([name, readFileSync(join(folder, name)).equals(body)]).toEqual([name, true]);
});
