/** The browser's modules as they are served. */
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
