/**
 * Every page on a desk and on a phone, in light and dark, looks as in its picture in `looks/`. Where one does not, the page as
 * it is and the difference are put into a folder. `LOOKS=write npm run browser -- looks` takes all pictures anew,
 * `LOOKS=write npm run browser -- looks -t "^form"` those of the form.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey } from "../api/access/keys.ts";
import { at, createFixtures, type Fixtures, once, PAGES, type PageOf } from "./every-page.ts";
import { dress, pixelsOf, reduced, still } from "./looks/picture.ts";
import { type Stage, startStage, UNHURRIED } from "./stage.ts";

const REFERENCES = join(import.meta.dirname, "looks");
const FAILED = join(tmpdir(), "parley-looks");
const IS_WRITTEN = process.env.LOOKS === "write";
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** `bypassCSP`: a test's fonts come from no server. */
const EVERYWHERE = { bypassCSP: true, locale: "en-US", timezoneId: "UTC", reducedMotion: "reduce" } as const;
const COLOURS = 64;
/** How far the colours of a pixel may lie apart (pixelmatch), and how many pixels may lie farther apart: a short word. */
const THRESHOLD = 0.1;
const MOST_APART = 200;

let stage: Stage;
let fixtures: Fixtures;
beforeAll(async () => {
  // One turn is waited for as long as pictures are taken.
  stage = await startStage(undefined, UNHURRIED);
  fixtures = createFixtures(stage.world);
});
afterAll(() => stage.stop());

interface Look extends PageOf {
  signsIn?: true;
  arrange?: (page: Page) => Promise<unknown>;
}

const top = (selector: string) => (page: Page) =>
  page.locator(selector).evaluate((node: { scrollIntoView(): void }) => node.scrollIntoView());

async function openActions(page: Page) {
  if ((await page.getByRole("dialog").count()) === 0) await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("button", { name: "Fork" }).waitFor();
}

const key = once(() => makeKey(stage.world.store, { scopes: ["admin"], name: "Anna’s" }));
const closed = (address: string, shown: string): Look => ({ address: () => key().then(() => address), shown });

const { keys: _asks, shared: _looksSo, "waiting for a decision": _waits, ...OPEN } = PAGES;
const DEBATE = { ...PAGES.debate, shown: "#g1-r1-t1[data-settled]" };

/** In this order: nothing stands in the empty list, and with the first key, the others would ask for one. */
const LOOKS: Record<string, Look> = {
  "empty list": at("/debates", `main p:has-text("no debates yet")`),
  ...OPEN,
  "nothing found": at("/debates?tag=none-has-this", `main p:has-text("No debate fits")`),
  debate: DEBATE,
  story: { ...DEBATE, arrange: top("#g1-r1-t2") },
  actions: { ...DEBATE, arrange: openActions },
  report: {
    address: async ({ debate }) => `/v1/debates/${await debate()}/transcript?as=html`,
    shown: ".conclusion",
  },
  "guide search": at("/docs/guide/?q=budget", ".found li"),
  keys: { ...closed("/keys", ".debates li"), signsIn: true },
  "sign in": closed("/debates", "main input"),
};

async function signIn(page: Page) {
  await page.getByLabel("API key").fill((await key()).token);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test.each(Object.entries(LOOKS))(
  "%s looks as in its pictures.",
  async (name, { address, shown, signsIn, arrange }) => {
    const differences: string[] = [];
    for (const viewport of SIZES) {
      const { page, close } = await stage.open(await address(fixtures), { ...EVERYWHERE, viewport });
      if (signsIn) await signIn(page);
      await page.locator(shown).first().waitFor({ state: "attached" });
      await dress(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await arrange?.(page);
        const file = `${name.replaceAll(" ", "-")}-${viewport.width}-${colorScheme}.png`;
        const difference = await differenceOf(file, await still(page));
        if (difference) differences.push(difference);
      }
      await close();
    }
    expect(differences, "`LOOKS=write npm run browser -- looks` takes the pictures anew").toEqual([]);
  },
  180_000,
);

/** Says what differs and where to see it; nothing if the picture is the same. */
async function differenceOf(file: string, png: Buffer): Promise<string | undefined> {
  const path = join(REFERENCES, file);
  const is = pixelsOf(png);
  if (IS_WRITTEN) {
    await writeFile(path, reduced(is, COLOURS));
    return undefined;
  }
  if (!existsSync(path)) return `there is no ${path}`;
  const was = pixelsOf(await readFile(path));
  const drawn = { ...is, rgba: new Uint8Array(is.rgba.length) };
  const same = was.width === is.width && was.height === is.height;
  const apart = same
    ? pixelmatch(was.rgba, is.rgba, drawn.rgba, is.width, is.height, { threshold: THRESHOLD })
    : is.width * is.height;
  if (apart <= MOST_APART) return undefined;
  await mkdir(FAILED, { recursive: true });
  await writeFile(join(FAILED, file), png);
  if (same) await writeFile(join(FAILED, `difference-${file}`), reduced(drawn, 256));
  return `${file}: ${apart} pixels differ; see ${FAILED}`;
}
