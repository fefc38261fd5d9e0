/**
 * Takes the three pictures of docs/: `node tests/browser/screenshots.ts`. A whole Parley plays a debate whose models are
 * scripted; the pages show it as they show any.
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { fareModels, fareRequest } from "./fares.ts";
import { startGround } from "./ground.ts";
import { type Stage, startStage } from "./stage.ts";

const FOLDER = fileURLToPath(new URL("../../docs/", import.meta.url));
const DESK = { viewport: { width: 1280, height: 850 } };
const PHONE = { viewport: { width: 390, height: 844 } };
/** Events a second of what is being spoken while its picture is taken. */
const SLOWLY = { ttft: 0, tps: 4 };
const AT_ONCE = { ttft: 0, tps: 400 };
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
  const { page, close } = await stage.open(address, options);
  await arrange(page);
  await page.screenshot({ path: `${FOLDER}${name}.png`, animations: "disabled" });
  await close();
  console.log(`docs/${name}.png`);
}

/** The second round: one has spoken, the other is speaking. */
async function live(stage: Stage) {
  const { world } = stage;
  world.models.use(fareModels((turn) => (turn === 4 ? SLOWLY : AT_ONCE)));
  const { id } = await world.create(fareRequest());
  const arrange = async (page: Page) => {
    await page.locator("#g1-r2-t2").getByText("send the pass").waitFor({ timeout: 60_000 });
    await toTop(page.locator(".aside"));
  };
  await take({ stage, picture: { name: "live", address: `/debates/${id}`, options: DESK, arrange } });
  await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
}

async function over(stage: Stage) {
  const { world } = stage;
  world.models.use(fareModels(() => BRISKLY));
  const { id } = await world.create(fareRequest());
  await world.finished(id);
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
  await live(stage);
  await over(stage);
} finally {
  await stage.stop();
  await ground.stop();
}
