/** The browser's modules as they are served. */
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { parseSync } from "oxc-parser";
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

test("The modules are served without their comments, and with all else that their sources have.", () => {
  for (const { name, text } of MODULES) {
    const folder = name.startsWith("domain/") ? "" : "api/pages/browser/";
    const path = new URL(`../../../${folder}${name.replace(/js$/, "ts")}`, import.meta.url);
    const source = stripTypeScriptTypes(readFileSync(path, "utf8"));
    expect([name, treeOf(text)]).toEqual([name, treeOf(source).replaceAll(/(\.[^"]+)\.ts\b/g, "$1.js")]);
    expect([name, parseSync(name, text).comments.filter(({ type }) => type === "Block")]).toEqual([name, []]);
  }
});

/** What the code is, without where it stands. The domain's modules are served beside the pages' own. */
function treeOf(text: string): string {
  const places = new Set(["start", "end"]);
  const tree = JSON.stringify(parseSync("module.js", text).program, (key, value) =>
    places.has(key) ? undefined : value,
  );
  return tree.replaceAll(/"((?:\\")?)(?:\.\.?\/)+domain\//g, '"$1./domain/');
}
