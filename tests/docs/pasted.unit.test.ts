/** What is pasted from a page works: its variables are set, and what the reader must replace is named when it is not. */
import { expect, test } from "vitest";
import { isPlaceholder } from "../../domain/base/text/placeholder.ts";
import { commandsIn, documents } from "./documents.ts";

/** Of blocks that are shown, but not pasted. */
const SHOWN = /^(?:text|mermaid|)$/;
const PAGES = documents();

test("A page sets each variable before a command uses it.", () => {
  const unset = PAGES.flatMap(({ path, text }) => {
    const set = new Set(["HOME", "PATH"]);
    return commandsIn(text).flatMap((command) => {
      // The shell puts nothing into single quotes, unless these are left for it: '…'$ID'…'.
      const open = command.replaceAll(/'[^']*'/g, "''");
      const missing = [...open.matchAll(/\$\{?([A-Z_]+)/g)].flatMap(([, name = ""]) => (set.has(name) ? [] : [name]));
      for (const [, name = ""] of command.matchAll(/^(?:export )?([A-Z_]+)=/gm)) set.add(name);
      return missing.map((name) => `${path}: $${name} of ${command.slice(0, 60)}`);
    });
  });
  expect(unset).toEqual([]);
});

test("Blocks have no dots or angles where a value belongs, outside of their comments.", () => {
  const faulty = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)\n\1```$/gm)]
      .filter(([, , language = ""]) => !SHOWN.test(language))
      .flatMap(([, , , block = ""]) => block.split("\n"))
      .map((line) => line.replace(/(?:^|\s)(?:#|\/\/)\s.*$/, ""))
      .filter((line) => /…|<[a-z][a-z ]*>/.test(line))
      .filter((line) => !/^\s*\*|\/\*\*/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(faulty).toEqual([]);
});

test("Parley knows each placeholder of the pages as one, and no key that a provider or Parley gives.", () => {
  const placeholders = PAGES.flatMap(({ text }) => text.match(/[\w-]*YOUR_[A-Z_]+/g) ?? []);
  expect(new Set(placeholders)).toContain("YOUR_OPENAI_KEY");
  expect(new Set(placeholders)).toContain("prl_YOUR_KEY");
  expect(placeholders.filter((each) => !isPlaceholder(each))).toEqual([]);
  const keys = [
    "sk-proj-Zm9v_YmFy-cXV4",
    "sk-ant-api03-your4Key-AA",
    `prl_7k2m9qa4xw0t_${"yourX".repeat(8)}abc`,
    "AIzaSyD-9tSrke72PouQMnMX",
    `eyJhbGciOiJSUzI1NiJ9.${"eyJzdWIiOiJ-your-".repeat(9)}`,
    "k",
  ];
  expect(keys.filter(isPlaceholder)).toEqual([]);
});
