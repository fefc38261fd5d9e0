/** The browser's modules as they are served. */
import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { assets, ownFiles } from "../../../api/pages/assets.ts";

const MODULES = ownFiles().flatMap(([name, body]) =>
  name.endsWith(".js") ? [{ name, text: new TextDecoder().decode(body) }] : [],
);

test("The browser's modules are served as JavaScript without types.", () => {
  expect(MODULES.length).toBeGreaterThan(40);
  for (const { name, text } of MODULES) expect([name, parseSync(name, text).errors]).toEqual([name, []]);
});

test("Every import of the browser's modules leads to a file that is served.", () => {
  for (const { name, text } of MODULES)
    for (const [, to = ""] of text.matchAll(/(?:from |import\(|import )"([^"]+)"/g)) {
      const address = new URL(to, `http://parley/${name}`).pathname.slice(1);
      expect([name, to, assets().find(address)?.type]).toEqual([name, to, "text/javascript; charset=utf-8"]);
    }
});

test("The modules are served without the comments of their sources, and with all their templates.", () => {
  for (const { name, text } of MODULES) {
    const path = new URL(`../../../api/pages/browser/${name.replace(/js$/, "ts")}`, import.meta.url);
    const source = readFileSync(path, "utf8");
    expect([name, templatesOf(name, text)]).toEqual([name, templatesOf(path.pathname, source)]);
    expect([name, parseSync(name, text).comments.filter(({ type }) => type === "Block")]).toEqual([name, []]);
  }
});

function templatesOf(name: string, text: string): string[] {
  const found: string[] = [];
  new Visitor({ TemplateElement: ({ value }) => void found.push(value.raw) }).visit(parseSync(name, text).program);
  return found;
}
