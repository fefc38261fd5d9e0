/**
 * Takes the three pictures of docs/: `node tests/browser/screenshots.ts`. A whole Parley plays a debate whose models are
 * scripted; the pages show it as they show any.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { fareModels, fareRequest } from "./fares.ts";
import { startGround } from "./ground.ts";
import { dress, pixelsOf, reduced } from "./looks/picture.ts";
import { type Stage, startStage } from "./stage.ts";

const FOLDER = fileURLToPath(new URL("../../docs/", import.meta.url));
const DESK = { viewport: { width: 1280, height: 850 } };
const PHONE = { viewport: { width: 390, height: 844 } };
/** Of so many colours a picture has at most 45 KB. */
const COLOURS = 16;
/** As a model speaks; thirty times as fast. */
const BRISKLY = { ttft: 350, tps: 25 };

const toTop = (part: Locator) => part.evaluate((node: { scrollIntoView(): void }) => node.scrollIntoView());

interface Picture {
  name: string;
  address: string;
  options: BrowserContextOptions;
  /** Waits until all stands there, and brings it into view. */
  arrange: (page: Page) => Promise<void>;
}

async function take({ stage, picture: { name, address, options, arrange } }: { stage: Stage; picture: Picture }) {
  // The fonts come from no server.
  const { page, close } = await stage.open(address, { ...options, bypassCSP: true });
  await dress(page);
  await arrange(page);
  const png = await page.screenshot({ animations: "disabled" });
  await writeFile(`${FOLDER}${name}.png`, reduced(pixelsOf(png), COLOURS));
  await close();
  console.log(`docs/${name}.png`);
}

async function over(stage: Stage) {
  const { world } = stage;
  world.models.use(fareModels(() => BRISKLY));
  const { id } = await world.create(fareRequest());
  await world.finished(id);
  const answer = (page: Page) => page.locator("#g1-r1-t1[data-settled]").waitFor({ state: "attached" });
  await take({ stage, picture: { name: "answer", address: `/debates/${id}`, options: DESK, arrange: answer } });
  const pictures = async (page: Page) => {
    await page.getByText("In pictures").click();
    await toTop(page.locator(".pictures[aria-busy=false] figure", { hasText: "The ballots" }));
  };
  await take({ stage, picture: { name: "pictures", address: `/debates/${id}`, options: DESK, arrange: pictures } });
  const verdict = (page: Page) => toTop(page.locator("#result"));
  const options = { ...PHONE, colorScheme: "dark" } as const;
  const address = `/v1/debates/${id}/transcript?as=html`;
  await take({ stage, picture: { name: "report", address, options, arrange: verdict } });
}

const ground = await startGround();
const stage = await startStage(ground);
try {
  await mkdir(FOLDER, { recursive: true });
  await over(stage);
} finally {
  await stage.stop();
  await ground.stop();
}
