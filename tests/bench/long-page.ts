/**
 * How long the largest pages keep their reader waiting, in Chromium: until they answer, and the longest tasks of the page and of
 * its pictures, beside 100 ms, the most that feels immediate (Nielsen, Usability Engineering, 1993). Two pages of debates, of 500
 * turns and of 500 rounds, and an experiment of 1,000 items by 9 arms.
 *
 *     npm run bench -- long-page
 */
import type { Page } from "playwright-core";
import { startGround } from "../browser/ground.ts";
import { storeLargeExperiment } from "../browser/large-experiment.ts";
import { drawPictures, readThrough, storeLongDebate } from "../browser/long-page.ts";
import { type Stage, startStage } from "../browser/stage.ts";
import { type Loading, loading } from "./page-tasks.ts";

const REPEATS = 5;
const ROUNDS = 500;
/** On a busy machine a page of 1,000 turns is drawn late. */
const PATIENCE_MS = 180_000;

export async function benchLongPage(): Promise<string[]> {
  const ground = await startGround();
  const stage = await startStage(ground);
  try {
    const rounds = await storeLongDebate(stage.world, { rounds: ROUNDS, speakers: 2 });
    const experiment = `${stage.world.url}/experiments/${await storeLargeExperiment(stage.world)}`;
    return [
      ...(await readings(stage)),
      ...(await loadings(stage, `a debate of ${ROUNDS} rounds`, rounds, {
        shown: (page) => page.locator("#g1-r1-t1").waitFor(),
        whole: async (page) => {
          await page.locator(`#g1-r${ROUNDS}-t2 .prose:not(.raw)`).waitFor({ state: "attached" });
          await page.locator(".turn .raw").first().waitFor({ state: "detached" });
        },
      })),
      ...(await loadings(stage, "an experiment of 1,000 × 9", experiment, {
        shown: (page) => page.locator("h1").waitFor(),
        whole: (page) => page.locator(".matrix tbody tr").first().waitFor(),
      })),
    ];
  } finally {
    await stage.stop();
    await ground.stop();
  }
}

async function readings(stage: Stage): Promise<string[]> {
  const address = await storeLongDebate(stage.world);
  const [read, drawn]: [number[], number[]] = [[], []];
  for (let n = 0; n < REPEATS; n++) {
    const { page, work } = await readThrough(stage, address);
    read.push(Math.max(0, ...work.tasks));
    drawn.push(Math.max(0, ...(await drawPictures(page)).tasks));
    await page.context().close();
  }
  return [
    `a page of 500 turns: the longest task of each of ${REPEATS} readings, in ms`,
    `  shown and scrolled: ${read.join(", ")}`,
    `  its pictures, drawn twice: ${drawn.join(", ")}`,
  ];
}

interface Marks {
  shown: (page: Page) => Promise<void>;
  whole: (page: Page) => Promise<void>;
}

async function loadings(stage: Stage, what: string, address: string, { shown, whole }: Marks): Promise<string[]> {
  const all: Loading[] = [];
  for (let n = 0; n < REPEATS; n++) {
    const { page, close } = await stage.open("about:blank");
    page.setDefaultTimeout(PATIENCE_MS);
    all.push(await loading(page, { address, shown: () => shown(page), whole: () => whole(page) }));
    await close();
  }
  const of = (name: keyof Loading) => all.map((each) => each[name]).join(", ");
  return [
    `${what}: each of ${REPEATS} loadings, in ms`,
    `  until it answers: ${of("interactive")}`,
    `  the longest task: ${of("longest")}; of its processor time: ${of("longestCpu")}`,
  ];
}
