/** What `npm run python-client` wrote is what it would write now. Needs no Python. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createWorld } from "../api/world.ts";
import { headOf } from "./document.ts";
import { synchronous } from "./sync.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const written = (name: string) => read(`api/client-python/src/parley/${name}`);

test("The Python client's models are of this document: if not, `npm run python-client` writes them.", async () => {
  await using world = await createWorld();
  const document = (await (await world.get("/openapi.json")).json()) as Parameters<typeof headOf>[0];
  const [head] = written("models.py").split("\n");
  expect(head).toBe(headOf(document));
  const { Debate, ...others } = document.components.schemas;
  expect(headOf({ ...document, components: { schemas: others } })).not.toBe(head);
  expect(Debate).toBeDefined();
});

test("The client for threads is the one for asyncio without waiting.", () => {
  const client = written("_client.py");
  expect(client).toBe(synchronous(written("_async_client.py")));
  expect(client).not.toMatch(/\b(async|await|asyncio)\b|\bAsync[A-Z]/);
});

test("The Python client has the version of the package.", () => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(read("api/client-python/pyproject.toml")).toContain(`\nversion = "${version}"\n`);
});

test("The pages of TypeScript and Python have the same ten programs.", () => {
  const programs = (page: string, language: string) =>
    [...read(page).matchAll(new RegExp(`^## (.+)\\n\\n\`\`\`${language}\\n`, "gm"))].map(([, title]) => title);
  const inPython = programs("docs/python.md", "python");
  expect(inPython).toHaveLength(10);
  expect(programs("docs/typescript.md", "ts")).toEqual(inPython);
});
