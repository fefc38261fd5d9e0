import { afterAll, beforeAll, expect, test } from "vitest";
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

test("A page runs no script, and loads nothing but its own pictures.", async () => {
  const response = await world.get("/docs/guide/");
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[^']+';.*img-src 'self'$/);
  const page = await response.text();
  expect(page).not.toMatch(/<script|src="(?!\/)|style="/);
  expect(page).toContain(`<style nonce="${/nonce-([^']+)/.exec(policy)?.[1]}">`);
  const picture = await world.get("/docs/guide/live.png");
  expect(picture.headers.get("content-type")).toBe("image/png");
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
  "design/live.png",
])("%s is no page of the guide: the answer says so and leads back to it.", async (name) => {
  const response = await world.get(`/docs/guide/${name}`);
  expect(response.status).toBe(404);
  if (!name.startsWith("../")) expect(await response.text()).toContain('<a href="/docs/guide/">');
});

test("/docs/guide leads to its first page.", async () => {
  const response = await world.get("/docs/guide");
  expect([response.status, response.headers.get("location")]).toEqual([302, "/docs/guide/"]);
});
