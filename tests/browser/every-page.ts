/** Every page by its name: its address, what stands there once it is shown, and what there is before it is opened. */

import type { Page } from "playwright-core";
import { kindOf } from "../support/models/replies.ts";
import type { World } from "../support/world.ts";
import { BASE, createIn, itemsOf, readIn, script } from "../workflows/experiments/lab.ts";
import { fareModels, fareRequest } from "./fares.ts";
import { undecided } from "./stage.ts";

const AT_ONCE = { ttft: 0, tps: 100_000 };
const fareModelsAtOnce = () => fareModels(() => AT_ONCE);
const OTHER = { judge: { model: "anthropic/claude-sonnet-5", bothOrders: true }, limits: { maxCostUsd: 2 } };

export type Fixtures = ReturnType<typeof createFixtures>;

/** What the pages show, made when a page first needs it. Each scripts the models anew, so one is made at a time. */
export function createFixtures(world: World) {
  const over = async (changes: object) => {
    world.models.use(fareModelsAtOnce());
    const { id } = await world.create(fareRequest({ conclusion: true, ...changes }));
    await world.finished(id);
    return id;
  };
  const debate = once(() => over({}));
  return {
    /** A debate that is over. */
    debate,
    /** It with another judge. */
    otherDebate: once(async () => {
      await debate();
      return over(OTHER);
    }),
    /** Waits for its fourth turn. */
    running: once(async () => {
      const speak = fareModelsAtOnce();
      const never = Promise.withResolvers<never>().promise;
      let turns = 0;
      world.models.use((request) => (kindOf(request) === "turn" && ++turns > 3 ? never : speak(request)));
      const { id } = await world.create(fareRequest({ topic: "Should a library be open at night?", tags: ["books"] }));
      await world.until(id, (event) => event.type === "turn.started" && JSON.stringify(event).includes("g1-r2-t2"));
      return id;
    }),
    undecided: once(() => undecided(world)),
    experiment: once(async () => {
      // Who wins a debate depends on the order of the labels, which is drawn.
      const arms = [1, 3].map((vote) => ({ name: `vote of ${vote}`, baseline: { vote } }));
      script(world);
      const { id } = await createIn(world, { name: "Does debating help?", base: BASE, items: itemsOf(5), arms });
      while ((await readIn(world, id)).status !== "completed");
      return id;
    }),
    schedule: once(() => {
      const request = fareRequest({ maxRounds: 1 });
      return world.post("/v1/schedules", { name: "Mondays", request, cron: "0 9 * * 1", timeZone: "Europe/Berlin" });
    }),
    /** The address of the debate's share. */
    share: once(async () => {
      const { body } = await world.post(`/v1/debates/${await debate()}/shares`, { expiresInSeconds: 600 });
      return new URL((body as { url: string }).url).pathname;
    }),
  };
}

export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

export interface PageOf {
  address: (fixtures: Fixtures) => string | Promise<string>;
  /** A selector, also for `document.querySelector`. */
  shown: string;
}

export const at = (address: string, shown: string): PageOf => ({ address: () => address, shown });

/** The page needs these; the ids of the first ones stand in its address. */
function given(names: (keyof Fixtures)[], address: (first: string, second: string) => string, shown: string): PageOf {
  return {
    async address(fixtures) {
      const made: unknown[] = [];
      for (const name of names) made.push(await fixtures[name]());
      return address(String(made[0]), String(made[1]));
    },
    shown,
  };
}

export const PAGES = {
  "missing page": at("/debates/deb-20261121-051254-7K2M9Q", "h1"),
  list: given(["debate", "otherDebate", "running"], () => "/debates", ".debates li"),
  form: at("/debates/new", ".estimate strong"),
  debate: given(["debate"], (id) => `/debates/${id}`, ".result"),
  running: given(["running"], (id) => `/debates/${id}`, "#g1-r2-t2"),
  "waiting for a decision": given(["undecided"], (id) => `/debates/${id}`, "#pending input"),
  shared: given(["share"], (address) => address, ".result"),
  stage: given(["debate"], (id) => `/debates/${id}/stage`, ".conclusion"),
  compare: given(["debate", "otherDebate"], (id, other) => `/debates/${id}/compare/${other}`, ".comparison"),
  experiments: given(["experiment"], () => "/experiments", ".debates li"),
  "new experiment": at("/experiments/new", "form"),
  experiment: given(["experiment"], (id) => `/experiments/${id}`, ".matrix td"),
  presets: at("/presets", ".debates li"),
  schedules: given(["schedule"], () => "/schedules", ".debates li"),
  ratings: given(["debate", "otherDebate"], () => "/ratings", "figure svg"),
  guide: at("/docs/guide/formats", "h1"),
  reference: at("/docs", "#reference li"),
  keys: at("/keys", "form.request"),
};
export type PageName = keyof typeof PAGES;

/** Opens all that is folded, so that what is in it is met too. */
export async function unfold(page: Page) {
  const everything = "document.querySelectorAll('main details').forEach((each) => (each.open = true))";
  await page.evaluate(everything);
  await page.locator("[aria-busy=true]:not(.turn)").first().waitFor({ state: "detached" });
  if ((await page.locator(".pictures[open]").count()) > 0) await page.locator(".pictures figure").first().waitFor();
  await page.evaluate(everything);
}
