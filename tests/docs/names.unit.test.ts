/** The packages have names of their own: `parley` on npm is somebody else's, so nothing may fetch it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documents, ROOT } from "./documents.ts";

const manifest = (path: string) => JSON.parse(readFileSync(`${ROOT}${path}`, "utf8")) as Manifest;
interface Manifest {
  name: string;
  version: string;
  bin?: Record<string, string>;
}

/** What `npx`, `npm exec` and `npm install` are asked for, by their own flags; without those that fetch nothing. */
function fetched(text: string): string[] {
  const runs = [...text.matchAll(/\b(?:npx|npm (?:exec|x)|pnpm dlx|bunx|yarn dlx)((?: +-[\w-]+)*) +([@\w./-]+)/g)];
  const fetching = runs.flatMap(([, flags = "", name = ""]) => (/--no(?:-install)?\b/.test(flags) ? [] : [name]));
  const installs = [...text.matchAll(/\bnpm (?:i|install|add)((?: +(?:-[\w-]+|[@\w./-]+))+)/g)];
  const installed = installs.flatMap(([, words = ""]) => words.trim().split(/ +/));
  return [...fetching, ...installed.filter((word) => !word.startsWith("-") && !/^[./]/.test(word))];
}

test("The search for fetched packages finds them.", () => {
  const text =
    "npx parley start; npm exec -- parley; npx -y parley; npm i -g parley; npm install /tmp/parley-0.1.0.tgz";
  expect(fetched(text).filter((name) => name === "parley")).toHaveLength(4);
  expect(fetched("npx --no-install parley debate")).toEqual([]);
});

test("No document has readers fetch a package that Parley's names do not protect.", () => {
  const pages = [
    ...documents(),
    { path: "api/client/README.md", text: readFileSync(`${ROOT}api/client/README.md`, "utf8") },
  ];
  const found = pages.flatMap(({ path, text }) => fetched(text).map((name) => `${path}: ${name}`));
  expect(found.filter((each) => !/: @(?:parley-debates|modelcontextprotocol)\//.test(each))).toEqual([]);
});

test("Both packages have names of one scope and one version, and the program is still `parley`.", () => {
  const [product, client] = [manifest("package.json"), manifest("api/client/package.json")];
  expect([product.name, client.name]).toEqual(["@parley-debates/parley", "@parley-debates/client"]);
  expect(client.version).toBe(product.version);
  expect(Object.keys(product.bin ?? {})).toEqual(["parley"]);
});

test("The changelog has a section for the version of the package.", () => {
  const { version } = manifest("package.json");
  const log = documents().find(({ path }) => path === "CHANGELOG.md")?.text ?? "";
  expect([...log.matchAll(/^## \[?([^\]\s]+)\]?/gm)].map(([, name]) => name)).toContain(version);
});
