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
import { kindOf } from "../support/models/replies.ts";
import { BASE, createIn, itemsOf, readIn, script } from "../workflows/experiments/lab.ts";
import { fareModels, fareRequest } from "./fares.ts";
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
const AT_ONCE = { ttft: 0, tps: 100_000 };
/** How far the colours of a pixel may lie apart (pixelmatch), and how many pixels may lie farther apart: a short word. */
const THRESHOLD = 0.1;
const MOST_APART = 200;

let stage: Stage;
const ids: Record<string, string> = {};
beforeAll(async () => {
  // One turn is waited for as long as pictures are taken.
  stage = await startStage(undefined, UNHURRIED);
});
afterAll(() => stage.stop());

interface Look {
  address: () => string;
  /** Stands there once all does. */
  shown: string;
  /** What there is before it is opened. */
  given?: () => Promise<void>;
  arrange?: (page: Page) => Promise<unknown>;
}

const top = (selector: string) => (page: Page) =>
  page.locator(selector).evaluate((node: { scrollIntoView(): void }) => node.scrollIntoView());
const at = (address: string) => () => address;
const EMPTY = "/debates?tag=none-has-this";

/** In this order: with the first key, the others would ask for one. */
const LOOKS: Record<string, Look> = {
  "missing page": { address: at("/debates/deb-20261121-051254-7K2M9Q"), shown: "h1" },
  "empty list": { address: at("/debates"), shown: "main p" },
  list: { address: at("/debates"), shown: ".debates li", given: debated },
  "nothing found": { address: at(EMPTY), shown: "main p", given: debated },
  form: { address: at("/debates/new"), shown: `.estimate:has-text("calls")` },
  debate: { address: () => `/debates/${ids["first"]}`, shown: "#g1-r1-t1[data-settled]", given: debated },
  story: {
    address: () => `/debates/${ids["first"]}`,
    shown: "#g1-r1-t1[data-settled]",
    given: debated,
    arrange: top("#g1-r1-t2"),
  },
  running: { address: () => `/debates/${ids["running"]}`, shown: "#g1-r2-t2", given: debated },
  stage: { address: () => `/debates/${ids["first"]}/stage`, shown: ".conclusion", given: debated },
  report: { address: () => `/v1/debates/${ids["first"]}/transcript?as=html`, shown: ".conclusion", given: debated },
  compare: {
    address: () => `/debates/${ids["first"]}/compare/${ids["second"]}`,
    shown: ".comparison",
    given: debated,
  },
  experiments: { address: at("/experiments"), shown: ".debates li", given: compared },
  "new experiment": { address: at("/experiments/new"), shown: "form" },
  experiment: { address: () => `/experiments/${ids["experiment"]}`, shown: ".matrix td", given: compared },
  presets: { address: at("/presets"), shown: ".debates li" },
  schedules: { address: at("/schedules"), shown: ".debates li", given: scheduled },
  ratings: { address: at("/ratings"), shown: "figure svg", given: debated },
  guide: { address: at("/docs/guide/formats"), shown: "h1" },
  "guide search": { address: at("/docs/guide/?q=budget"), shown: ".found li" },
  reference: { address: at("/docs"), shown: "#reference li" },
  keys: { address: at("/keys"), shown: ".debates li", given: closed },
  "sign in": { address: at("/debates"), shown: "main input", given: closed },
};

const once = new Map<string, Promise<void>>();
function given(name: string, make: () => Promise<void>): Promise<void> {
  const made = once.get(name) ?? make();
  once.set(name, made);
  return made;
}

/** Two debates that are over and one that waits for its fourth turn. */
function debated() {
  return given("debates", async () => {
    const { world } = stage;
    const other = { judge: { model: "anthropic/claude-sonnet-5", bothOrders: true }, limits: { maxCostUsd: 2 } };
    for (const [name, changes] of Object.entries({ first: {}, second: other })) {
      world.models.use(fareModels(() => AT_ONCE));
      ids[name] = (await world.create(fareRequest({ conclusion: true, ...changes }))).id;
      await world.finished(ids[name]);
    }
    const speak = fareModels(() => AT_ONCE);
    const never = Promise.withResolvers<never>().promise;
    let turns = 0;
    world.models.use((request) => (kindOf(request) === "turn" && ++turns > 3 ? never : speak(request)));
    const { id } = await world.create(fareRequest({ topic: "Should a library be open at night?", tags: ["books"] }));
    ids["running"] = id;
    await world.until(id, (event) => event.type === "turn.started" && JSON.stringify(event).includes("g1-r2-t2"));
  });
}

function compared() {
  return given("experiment", async () => {
    // Who wins a debate depends on the order of the labels, which is drawn.
    const arms = [1, 3].map((vote) => ({ name: `vote of ${vote}`, baseline: { vote } }));
    script(stage.world);
    const items = itemsOf(5);
    const { id } = await createIn(stage.world, { name: "Does debating help?", base: BASE, items, arms });
    ids["experiment"] = id;
    while ((await readIn(stage.world, id)).status !== "completed");
  });
}

function scheduled() {
  return given("schedule", async () => {
    const request = fareRequest({ maxRounds: 1 });
    const body = { name: "Mondays", request, cron: "0 9 * * 1", timeZone: "Europe/Berlin" };
    await stage.world.post("/v1/schedules", body);
  });
}

let token = "";
function closed() {
  return given("key", async () => {
    ({ token } = await makeKey(stage.world.store, { scopes: ["admin"], name: "Anna’s" }));
  });
}

async function signIn(page: Page, name: string) {
  if (name === "sign in") return;
  await page.getByLabel("API key").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test.each(Object.entries(LOOKS))(
  "%s looks as in its pictures.",
  async (name, { address, shown, given: before, arrange }) => {
    await before?.();
    const differences: string[] = [];
    for (const viewport of SIZES) {
      const { page, close } = await stage.open(address(), { ...EVERYWHERE, viewport });
      if (before === closed) await signIn(page, name);
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
