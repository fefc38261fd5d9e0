/** A reader at the end of a live debate stays there, by wheel and by touch; whoever goes elsewhere is left alone. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { held } from "../support/held.ts";
import { requestOf } from "../support/world.ts";
import { isBens, type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

/** Turns that are taller than a screen, and lower once their Markdown is drawn. */
const QUICKLY = { ttft: 0, tps: 700, chunkSize: 12 };
const SENTENCE = "A street is a room that all of us share, and it has walls. ";
const ROW = "| a bench by the old well | 900 | in spring |\n";
const CODE = "const shared = streets.filter(({ isShared }) => isShared).map(({ walls }) => walls.length);\n";
const LONG = `## A plan

${SENTENCE.repeat(20)}

| what | cost | when |
|---|---|---|
${ROW.repeat(12)}
\`\`\`js
${CODE.repeat(10)}\`\`\`

${SENTENCE.repeat(15)}`;

const SIZES = {
  "a wheel at 1280": { viewport: { width: 1280, height: 800 } },
  "a wheel at 390": { viewport: { width: 390, height: 844 } },
  "a finger at 390": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;
const MOVES = Object.keys(SIZES) as (keyof typeof SIZES)[];

/** Until the page has kept its place for ten frames. */
const STILL = `new Promise((resolve) => {
  const wait = (top, frames) => {
    if (frames === 0) return resolve();
    requestAnimationFrame(() => (scrollY === top ? wait(top, frames - 1) : wait(scrollY, 10)));
  };
  wait(scrollY, 10);
})`;

/** Scrolls by about so many pixels, down the page if they are positive, and waits until the page is still. */
async function move(page: Page, distance: number): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const [x, y] = [width / 2, height / 2];
  if (await page.evaluate("'ontouchstart' in globalThis")) await swipe(page, { x, y, distance });
  else {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, distance);
  }
  await page.evaluate(STILL);
}

const STEPS = 10;

/** A finger that moves across a place on the screen, which does not let go before it is still. */
async function swipe(page: Page, { x, y, distance }: { x: number; y: number; distance: number }): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: number[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at.map((each) => ({ x, y: each })) });
  const from = y + distance / 2;
  await touch("touchStart", [from]);
  for (let step = 1; step <= STEPS; step++) {
    await touch("touchMove", [from - (distance * step) / STEPS]);
    await page.evaluate("new Promise(requestAnimationFrame)");
  }
  await touch("touchEnd", []);
  await session.detach();
}

/**
 * Keeps what a reader sees after each frame while there is no result: pixels below the window (`gaps`), and where the first
 * turn stands in it (`tops`).
 */
const WATCH = `
  globalThis.seen = { gaps: [], tops: [], turns: 0 };
  const root = document.documentElement;
  const look = () => requestAnimationFrame(() => setTimeout(() => {
    if (document.getElementById("result")) return;
    seen.gaps.push(Math.round(root.scrollHeight - root.clientHeight - root.scrollTop));
    seen.tops.push(Math.round(document.getElementById("g1-r1-t1").getBoundingClientRect().top));
    seen.turns = document.querySelectorAll(".turn.whole").length;
    look();
  }));
  look();
`;
interface Seen {
  gaps: number[];
  tops: number[];
  /** Whole ones. */
  turns: number;
}

const spread = (values: number[]) => Math.max(...values) - Math.min(...values);

const GAP =
  "(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop)(document.documentElement)";

/** A debate whose second speaker is held back, and its page with the first turn on it. */
async function begin(size: keyof typeof SIZES, view = "") {
  const { world } = stage;
  const { release } = held(world, isBens, { turn: () => ({ text: LONG, profile: QUICKLY }) });
  const { id } = await world.create(requestOf({ maxRounds: 2 }));
  const opened = await stage.open(`/debates/${id}${view}`, SIZES[size]);
  await opened.page.locator("#g1-r1-t1.whole .prose table").waitFor();
  return { ...opened, release };
}

async function toEnd(page: Page): Promise<void> {
  while ((await page.evaluate<number>(GAP)) >= 2) await move(page, 600);
}

/** The verdict's heading, from the top of the window. */
async function landedAt(page: Page): Promise<number> {
  const title = page.locator("#result-title");
  await title.waitFor();
  await page.locator(".raw").first().waitFor({ state: "detached" });
  return (await title.boundingBox())?.y ?? Number.NaN;
}

test.each(MOVES)(
  "Whoever goes to the end by %s sees the end until the answer comes, and then the answer.",
  async (size) => {
    const { page, complaints, release, close } = await begin(size);
    await toEnd(page);
    await page.evaluate(WATCH);
    release();
    expect(await landedAt(page)).toBeGreaterThan(0);
    expect(await landedAt(page)).toBeLessThan(300);
    const { gaps, turns } = await page.evaluate<Seen>("seen");
    expect(turns).toBeGreaterThan(2);
    expect(Math.max(...gaps)).toBeLessThan(2);
    expect(complaints).toEqual([]);
    await close();
  },
);

test.each(MOVES)("Whoever leaves the end by %s is left alone, until they ask for the live end.", async (size) => {
  const { page, complaints, release, close } = await begin(size);
  await toEnd(page);
  await move(page, -500);
  const jump = page.getByRole("button", { name: "Jump to live" });
  await jump.waitFor();
  await page.evaluate(WATCH);
  release();
  await page.locator("#g1-r1-t2.whole").waitFor();
  expect(spread((await page.evaluate<Seen>("seen")).tops)).toBeLessThan(2);
  await jump.click();
  await jump.waitFor({ state: "detached" });
  await page.evaluate("seen.gaps = []");
  expect(await landedAt(page)).toBeLessThan(300);
  expect(Math.max(0, ...(await page.evaluate<Seen>("seen")).gaps)).toBeLessThan(2);
  expect(complaints).toEqual([]);
  await close();
});

test.each(MOVES)("Whoever reads elsewhere when the answer comes stays with what they read, after %s.", async (size) => {
  const { page, release, close } = await begin(size);
  await toEnd(page);
  await move(page, -500);
  await page.getByRole("button", { name: "Jump to live" }).waitFor();
  const table = page.locator("#g1-r1-t1 table");
  const before = (await table.boundingBox())?.y ?? Number.NaN;
  release();
  await landedAt(page);
  expect(Math.abs(((await table.boundingBox())?.y ?? Number.NaN) - before)).toBeLessThan(2);
  await close();
});

test.each(MOVES)("An audience is at the end from the start, and a move up by %s ends that.", async (size) => {
  const { page, release, close } = await begin(size, "/stage");
  await expect.poll(() => page.evaluate<number>(GAP)).toBeLessThan(2);
  await page.evaluate(WATCH);
  release();
  await page.locator("#g1-r1-t2.whole").waitFor();
  expect(Math.max(...(await page.evaluate<Seen>("seen")).gaps)).toBeLessThan(2);
  await move(page, -500);
  expect(await page.evaluate<number>(GAP)).toBeGreaterThan(300);
  await page.evaluate("seen.tops = []");
  await page.locator("#g1-r2-t1.whole").waitFor();
  expect(spread((await page.evaluate<Seen>("seen")).tops)).toBeLessThan(2);
  await close();
});
