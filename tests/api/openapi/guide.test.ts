import { afterAll, beforeAll, expect, test } from "vitest";
import { ASIDE, CONTENTS } from "../../../api/guide/contents.guide.ts";
import { documents } from "../../docs/documents.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const NAMES = documents().map(({ path }) => [nameOf(path), path] as const);

/** `docs/design/README.md` → `design/`. */
function nameOf(path: string): string {
  const inner = path.replace(/^docs\//, "").replace(/\.md$/, "");
  return inner.replace(/(^|\/)README$/, "$1").toLowerCase();
}

test.each(NAMES)("/docs/guide/%s shows %s to everybody", async (name, path) => {
  const response = await world.get(`/docs/guide/${name}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(response.headers.get("cache-control")).toContain("max-age");
  const { text = "" } = documents().find((document) => document.path === path) ?? {};
  const [, heading = ""] = /^# (.+)$/m.exec(text) ?? [];
  expect(await response.text()).toMatch(new RegExp(`<h1 id="[^"]+">${heading}</h1>`));
});

test("Every link and picture of every page leads to a page, a heading or a picture that is there.", async () => {
  const pages = new Map<string, string>();
  for (const [name] of NAMES) {
    const address = `/docs/guide/${name}`;
    pages.set(address, await (await world.get(address)).text());
  }
  let links = 0;
  for (const [from, page] of pages)
    for (const [, target = ""] of page.matchAll(/<(?:a href|img src)="([^"]*)"/g)) {
      if (/^https?:/.test(target)) continue;
      links += 1;
      const [path, anchor] = target.split("#");
      const address = path === "" ? from : (path ?? "");
      expect((await world.get(address)).status, `${from} → ${target}`).toBeLessThan(400);
      if (anchor) expect(pages.get(address), `${from} → ${target}`).toContain(`id="${anchor}"`);
    }
  expect(links).toBeGreaterThan(100);
});

test("Anchors are those of GitHub.", async () => {
  const formats = await (await world.get("/docs/guide/formats")).text();
  expect(formats).toContain('id="oxford-lincolndouglas-roundtable"');
  expect(await (await world.get("/docs/guide/api")).text()).toContain('id="signals-and-temporals-ui"');
});

test("A page loads nothing but this server's style, module and pictures.", async () => {
  const response = await world.get("/docs/guide/");
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; img-src 'self' data:; base-uri/,
  );
  const page = await response.text();
  expect(page).not.toMatch(/src="(?!\/)|style="|<style|<script(?! type="module" src="\/assets\/)/);
  for (const [, address = ""] of page.matchAll(/<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"/g))
    expect((await world.get(address)).status).toBe(200);
  const picture = await world.get("/docs/guide/answer.png");
  expect(picture.headers.get("content-type")).toBe("image/png");
});

test("Every page but the lists of prompts stands in the contents, once, and each of the contents is a page.", () => {
  const listed = Object.values(CONTENTS).flat();
  const isBelow = (name: string) => listed.some((each) => each.endsWith("/") && name.startsWith(each) && name !== each);
  const names = NAMES.map(([name]) => name).filter((name) => !ASIDE.test(name) && !isBelow(name));
  expect(listed.toSorted()).toEqual(names.toSorted());
});

test.each([
  ["graceSeconds", "/docs/guide/limits-and-costs#", "quorum"],
  ["SSE reconnect Last-Event-ID", "/docs/guide/api#", "Last-Event-ID"],
  ["budjet", "/docs/guide/limits-and-costs#", "budget"],
])("A search for %s leads to the part that says it, and shows its words.", async (query, address, words) => {
  const page = await (await world.get(`/docs/guide/?q=${encodeURIComponent(query)}`)).text();
  const [, found = ""] = /<ol class="found">([\s\S]*?)<\/ol>/.exec(page) ?? [];
  expect(found).toContain(`<a href="${address}`);
  expect(found.toLowerCase()).toContain(words.toLowerCase());
  expect(page).toContain(`value="${query}"`);
});

test("A search for nothing that is there says so; its words are text, and no more of them than fit.", async () => {
  const query = `"><qqx jjx=zzq>${"z".repeat(10_000)}`;
  const response = await world.get(`/docs/guide/?q=${encodeURIComponent(query)}`);
  const page = await response.text();
  expect([response.status, page.includes("<h1>Nothing found</h1>")]).toEqual([200, true]);
  expect(page).toContain("&quot;&gt;&lt;qqx jjx=zzq&gt;zzz");
  expect(page.length).toBeLessThan(20_000);
});

test("A link to a word of the glossary says in a few words what it means.", async () => {
  const page = await (await world.get("/docs/guide/formats")).text();
  expect(page).toMatch(/<a href="\/docs\/guide\/glossary#[\w-]+" class="term" title="[A-Z][^"]{20,}[.]">/);
});

test("A page marks its place in the contents, with its parts.", async () => {
  const page = await (await world.get("/docs/guide/formats")).text();
  const [, contents = ""] = /<nav id="contents"([\s\S]*?)<\/nav>/.exec(page) ?? [];
  expect(contents).toContain('<a href="/docs/guide/formats" aria-current="page">');
  expect(contents).toContain('<a href="#what-runs-at-once">');
  const inner = await (await world.get("/docs/guide/design/storage")).text();
  expect(inner).toContain('<a href="/docs/guide/design/storage" aria-current="page">');
});

test("Code stays as it was written.", async () => {
  const page = await (await world.get("/docs/guide/formats")).text();
  expect(page).toContain("<code>&lt;turn-k7m2q4xa&gt;</code>");
});

test.each([
  "nothing",
  "README.md",
  "..%2fpackage.json",
  "../../package.json",
  "api/",
  "constructor",
  "design/answer.png",
])("%s is no page of the guide: the answer says so and leads back to it.", async (name) => {
  const response = await world.get(`/docs/guide/${name}`);
  expect(response.status).toBe(404);
  if (!name.startsWith("../")) expect(await response.text()).toContain('<a href="/docs/guide/">');
});

test("/docs/guide leads to its first page.", async () => {
  const response = await world.get("/docs/guide");
  expect([response.status, response.headers.get("location")]).toEqual([302, "/docs/guide/"]);
});
