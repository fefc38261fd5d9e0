/** Leaving, reloading, a second tab and a server that dies lose nothing. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startApiProcess } from "../../api/api-process.ts";
import { held } from "../../support/held.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { isBens, type Stage, startStage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const SLOWLY = { ttft: 0, tps: 20, chunkSize: 6 };
const LONG = `It begins here. ${"A street is a room that all of us share. ".repeat(8)}It ends here.`;

test("A page that is reloaded in the middle of a turn shows all that was said of it, and the rest as it comes.", async () => {
  const { world } = stage;
  held(world, () => false, { turn: (_, n) => (n === 2 ? { text: LONG, profile: SLOWLY } : { text: `Speech ${n}.` }) });
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  const second = page.locator("#g1-r1-t2");
  await second.getByText("It begins here. A street").waitFor();
  await page.reload();
  await second.getByText("It begins here. A street").waitFor();
  expect(await second.getAttribute("aria-busy")).toBe("true");
  expect(await page.locator("#g1-r1-t1").innerText()).toContain("Speech 1.");
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  expect(await second.locator(".prose").innerText()).toBe(LONG);
  expect(complaints).toEqual([]);
  await close();
});

test("A page goes on by itself when its server is killed and comes back, and says so meanwhile.", async () => {
  const { world } = stage;
  const { table, taskQueue, temporalAddress, models } = world;
  const api = await startApiProcess({ table, taskQueue, temporalAddress, providers: models.providers });
  onTestFinished(() => api.kill());
  const { release } = held(world, isBens);
  const { id } = await world.create(requestOf({ maxRounds: 2 }));
  const { page, close } = await stage.open(`${api.url}/debates/${id}`);
  await page.locator("#g1-r1-t2").waitFor();
  const back = api.restart();
  await page.getByText("connection lost, trying again").waitFor();
  await back;
  release();
  await page.getByText("connection lost, trying again").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  const said = await page.locator(".turn .prose").allInnerTexts();
  expect(said).toEqual((await world.transcript(id)).turns.map(({ text }) => text));
  await close();
});

test("A page that loses its server while it reads the past says so, and reads on when the server is back.", async () => {
  const { world } = stage;
  const { release } = held(world, isBens);
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  await world.until(id, (event) => event.type === "turn.started" && event.turnId === "g1-r1-t2");
  const { page, close } = await stage.open("about:blank");
  await page.route("**/events?deltas=false**", (route) => route.abort(), { times: 2 });
  await page.goto(`${world.url}/debates/${id}`);
  await page.getByText("connection lost, trying again").waitFor();
  await page.locator("#g1-r1-t2").waitFor();
  await page.getByText("connection lost, trying again").waitFor({ state: "detached" });
  release();
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  await close();
});

test("Two tabs stay in step: what is done in one is seen in the other, and in the end both tell the same.", async () => {
  const { world } = stage;
  const { release } = held(world, isBens);
  const { id } = await world.create(requestOf({ maxRounds: 2 }));
  const one = await stage.open(`/debates/${id}`);
  const other = await one.context.newPage();
  await other.goto(`${world.url}/debates/${id}`);
  await other.locator("#g1-r1-t2").waitFor();
  await one.page.getByRole("button", { name: "Pause", exact: true }).click();
  await other.getByText("Pausing after the work in flight").waitFor();
  release();
  await one.page.locator(".status .is-paused").waitFor();
  await other.getByRole("button", { name: "Resume" }).click();
  for (const page of [one.page, other]) await page.getByRole("heading", { name: "argued better" }).waitFor();
  for (const page of [one.page, other]) await page.locator(".raw").first().waitFor({ state: "detached" });
  const [mine, theirs] = await Promise.all([one.page, other].map((page) => page.locator(".story").textContent()));
  expect(mine).toBe(theirs);
  expect(mine).toContain("Speech 4.");
  expect(one.complaints).toEqual([]);
  await one.close();
});

test("A tab that nobody looks at gives its line to the server up, and shows all that it missed once somebody does.", async () => {
  const { world } = stage;
  const { release } = held(world, isBens);
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const { page, complaints, close } = await stage.open("about:blank");
  await page.clock.install();
  await page.addInitScript(
    "Object.defineProperty(document, 'hidden', { get: () => globalThis.away === true }); globalThis.look = (away) => { globalThis.away = away; document.dispatchEvent(new Event('visibilitychange')); };",
  );
  const opened = page.waitForResponse((response) => response.url().includes("/events?after="));
  await page.goto(`${world.url}/debates/${id}`);
  await opened;
  await page.locator("#g1-r1-t2").waitFor();
  await page.evaluate("look(true)");
  const left = page.waitForEvent("requestfailed", (request) => request.url().includes("/events?after="));
  await page.clock.fastForward(61_000);
  await left;
  release();
  await world.finished(id);
  expect(await page.locator("#g1-r1-t2").getAttribute("aria-busy")).toBe("true");
  await page.evaluate("look(false)");
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  expect(await page.locator("#g1-r1-t2").innerText()).toContain("Speech 2.");
  expect(complaints).toEqual([]);
  await close();
});

test("A page says who waits for its provider, counts down, and forgets it when the turn goes on.", async () => {
  const { world } = stage;
  const script = debaters(["p1", "p2"]);
  const opened = Promise.withResolvers<void>();
  let isFirst = true;
  world.models.use(async (request) => {
    if (!isFirst || !isBens(request)) return script(request);
    isFirst = false;
    await opened.promise;
    return { error: { status: 429, retryAfter: 6 } };
  });
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.locator("#g1-r1-t2").waitFor();
  opened.resolve();
  const told = await page.getByText(/^Ben waits for the provider, \d s$/).innerText();
  const seconds = Number(/(\d) s$/.exec(told)?.[1]);
  await page.getByText(`Ben waits for the provider, ${seconds - 1} s`).waitFor();
  await page.locator(".waits").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
