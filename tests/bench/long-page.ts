/**
 * How long a page of 500 turns keeps its reader waiting: the longest tasks of the page and of its pictures, in Chromium,
 * beside 100 ms, the most that feels immediate (Nielsen, Usability Engineering, 1993).
 *
 *     npm run bench -- long-page
 */
import { startGround } from "../browser/ground.ts";
import { drawPictures, readThrough, storeLongDebate } from "../browser/long-page.ts";
import { startStage } from "../browser/stage.ts";

const REPEATS = 5;

export async function benchLongPage(): Promise<string[]> {
  const ground = await startGround();
  const stage = await startStage(ground);
  try {
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
  } finally {
    await stage.stop();
    await ground.stop();
  }
}
