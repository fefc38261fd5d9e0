import { afterAll, beforeAll, expect, test } from "vitest";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { held } from "../support/held.ts";
import { kindOf } from "../support/models/replies.ts";
import type { ModelRequest } from "../support/models/request.ts";
import { debaters, requestOf } from "../support/world.ts";
import { chooseFormat, openPart } from "./form-parts.ts";
import { isBens, type Stage, startStage } from "./stage.ts";

/** So slow that there is time to look at it, and to press a button. */
const SLOWLY = { ttft: 0, tps: 12, chunkSize: 8 };
const LONG = `It begins here. ${"A street is a room that all of us share. ".repeat(10)}It ends here.`;
/** Speeches that a speaker has heard, its own among them: an attempt after a lost one hears the same. */
const spokenIn = ({ messages }: ModelRequest) =>
  messages.flatMap(({ content }) => content.match(/It begins here\.|Speech \*\*/g) ?? []).length;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test("A debate is started from the form, with its cost shown first; it is seen as it is spoken, paused, resumed, and comes to its verdict.", async () => {
  const { world } = stage;
  const { release } = held(world, isBens, {
    turn: (asked) => {
      const spoken = spokenIn(asked);
      return spoken === 0 ? { text: LONG, profile: SLOWLY } : { text: `Speech **${spoken + 1}**.` };
    },
  });
  const { page, complaints, close } = await stage.open("/debates");
  await page.getByText("New debate").click();
  await page.getByLabel("Topic").fill("Should cities ban cars?");
  await chooseFormat(page, "round-limited");
  await openPart(page, "Rounds");
  await page.getByRole("spinbutton", { name: "Rounds" }).fill("2");
  for (const [at, model] of ["openai/gpt-5.5", "anthropic/claude-sonnet-5"].entries()) {
    await page.getByLabel("Model", { exact: true }).nth(at).fill(model);
    await page.getByText(`More about participant ${at + 1}`).click();
    await page.getByLabel("Position").nth(at).fill("Something to hold.");
  }
  await page.getByLabel("Judge’s model").fill("openai/gpt-5.5");
  await page
    .locator(".estimate strong")
    .filter({ hasText: /^About \$[\d.]+, about/ })
    .waitFor();
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.waitForURL(/\/debates\/deb-/);

  const first = page.locator("#g1-r1-t1");
  await first.getByText("It begins here.").waitFor();
  expect(await first.getAttribute("aria-busy")).toBe("true");
  expect(await first.innerText()).not.toContain("It ends here.");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page
    .getByRole("button", { name: "Pause at once" })
    .or(page.getByRole("button", { name: "Resume" }))
    .waitFor();
  release();
  await page.locator(".status .is-paused").waitFor();
  expect(await first.innerText()).toContain("It ends here.");
  expect(await page.locator("#g1-r2-t1").count()).toBe(0);

  await page.getByRole("button", { name: "Resume" }).click();
  await page.locator("#g1-r2-t2 strong", { hasText: "4" }).waitFor();
  // The scripted judge names whoever it is shown last, so its two orders disagree.
  await page.getByRole("heading", { name: "The verdict is contested" }).waitFor();
  expect(await page.locator(".result").innerText()).toContain("Scores of 100");
  expect(await page.getByRole("group", { name: "Steer the debate" }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("Questions of the participants are answered in the page, one now and the other later, and the debate goes on.", async () => {
  const { world } = stage;
  const ask = ({ model }: { model: string }) => (model.includes("gpt") ? ["Which city?"] : ["By which year?"]);
  world.models.use(debaters(["p1", "p2"], { ask }));
  const { id } = await world.create(requestOf({ maxRounds: 1, clarifications: { enabled: true, maxIterations: 1 } }));
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.getByLabel("Which city?").fill("The one by the river.");
  expect(await page.getByText("Which city?").count()).toBe(1);
  await page.getByRole("button", { name: "Send the answers" }).click();
  await page.getByLabel("Which city?").waitFor({ state: "detached" });
  await page.getByLabel("By which year?").fill("2030.");
  await page.getByRole("button", { name: "Send the answers" }).click();
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  const { questions } = await world.transcript(id);
  expect(new Set(questions.map(({ answer }) => answer))).toEqual(new Set(["2030.", "The one by the river."]));
  expect(await page.locator(".story").innerText()).toContain("The one by the river.");
  expect(complaints).toEqual([]);
  await close();
});

test("What the log tells of before the debate shows it is on the page all the same.", async () => {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
  const { id } = await world.create(requestOf({ maxRounds: 1, clarifications: { enabled: true, maxIterations: 1 } }));
  await world.until(id, ({ type }) => type === "clarification.asked");
  const { page, complaints, close } = await stage.open("/debates");
  const asked = await world.request(`/v1/debates/${id}`);
  const before = { ...(asked.body as Debate), status: "clarifying", pending: null };
  let stale = 2;
  await page.route(`**/v1/debates/${id}`, (route) =>
    stale-- > 0 ? route.fulfill({ json: before }) : route.continue(),
  );
  await page.goto(`${world.url}/debates/${id}`);
  await page.getByLabel("Which city?").waitFor();
  expect(stale).toBeLessThan(0);
  expect(complaints).toEqual([]);
  await close();
});

test("What has failed is put to the owner with what each choice leads to, and the choice is obeyed.", async () => {
  const { world } = stage;
  const script = debaters(["p1", "p2"]);
  world.models.use((request) => (isBens(request) ? { error: { status: 503 } } : script(request)));
  const { id } = await world.create(requestOf({ policies: { onParticipantFailure: "ask" } }));
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  const choice = page.getByLabel("Try again");
  await choice.waitFor();
  expect(await page.locator(".pending").innerText()).toContain("The failed turn is taken again, by the same model.");
  world.models.use(script);
  await choice.check();
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  expect(await page.locator(".story").innerText()).toContain("Decided: Try again");
  expect(complaints).toEqual([]);
  await close();
});

test("Another judge is named in the page, and rules.", async () => {
  const { world } = stage;
  const script = debaters(["p1", "p2"]);
  const isJudging = (request: Parameters<typeof kindOf>[0]) => ["assessment", "verdict"].includes(kindOf(request));
  world.models.use((request) =>
    isJudging(request) && request.model.includes("gpt") ? { error: { status: 503 } } : script(request),
  );
  const { id } = await world.create(requestOf({ maxRounds: 1, policies: { onJudgeFailure: "ask" } }));
  const { page, close } = await stage.open(`/debates/${id}`);
  await page.getByRole("radio", { name: "Take another judge" }).check();
  expect(await page.locator(".note").allInnerTexts()).toEqual([
    expect.stringContaining("The judge failed, 3 times: "),
    "Waiting for a decision",
  ]);
  await page.getByLabel("The judge's model").fill("no model at all");
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByRole("alert").filter({ hasText: "must be provider/model" }).waitFor();
  await page.getByLabel("The judge's model").fill("anthropic/claude-sonnet-5");
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  expect((await world.debate(id)).judge?.model).toBe("anthropic/claude-sonnet-5");
  await close();
});

test("A limit is raised in the page: one that is too low is refused where the owner looks, and the debate goes on with the next.", async () => {
  const { world } = stage;
  const script = debaters(["p1", "p2"]);
  world.models.use((request) => ({
    ...script(request),
    usage: { input: 900, output: kindOf(request) === "turn" ? 200 : 400 },
  }));
  const priced = { priceUsdPerMTok: { input: 1, output: 10 } };
  const { participants, ...rest } = requestOf({ maxRounds: 3 }) as { participants: object[] };
  const { id } = await world.create({
    ...rest,
    participants: participants.map((p) => ({
      ...p,
      model: { model: "openai/priced", maxOutputTokens: 200, ...priced },
    })),
    judge: { model: { model: "openai/judge", maxOutputTokens: 400, ...priced } },
    limits: { maxCostUsd: 0.05 },
    policies: { onCostLimit: "ask" },
  });
  const { page, close } = await stage.open(`/debates/${id}`);
  await page.getByRole("radio", { name: "Raise the limit" }).check();
  const limit = page.getByLabel("The new limit in USD");
  await limit.fill("0.001");
  await page.getByRole("button", { name: "Decide" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "must be at least" });
  await refusal.waitFor();
  const top = (await refusal.boundingBox())?.y ?? -1;
  expect([top >= 0, top < (page.viewportSize()?.height ?? 0)]).toEqual([true, true]);
  await limit.fill("1");
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  expect((await world.debate(id)).cost.limitUsd).toBe(1);
  await close();
});

test("The form asks for no judge where none takes part, and says so where a price is not known.", async () => {
  const { page, close } = await stage.open("/debates");
  await page.getByText("New debate").click();
  await page.getByLabel("Topic").fill("What does a tram cost?");
  const judge = page.getByLabel("Judge’s model");
  await judge.waitFor();
  await chooseFormat(page, "proposer-skeptic");
  await judge.waitFor({ state: "detached" });
  for (const model of await page.getByLabel("Model", { exact: true }).all()) await model.fill("openai/unheard-of");
  const estimate = page.locator(".estimate strong");
  await estimate.filter({ hasText: "What it costs is not known" }).waitFor();
  await close();
});

test("The owner's own remark stands where it was made, and a stopped debate concludes.", async () => {
  const { world } = stage;
  const { release } = held(world, isBens);
  const { id } = await world.create(requestOf({ maxRounds: 3 }));
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.locator("#g1-r1-t2").waitFor();
  await page.getByText("Speak as the owner").click();
  await page.getByLabel("The owner’s remark").fill("Mind the *deliveries*.");
  await page.getByRole("button", { name: "Say it" }).click();
  await page.locator(".turn em", { hasText: "deliveries" }).waitFor();
  await page.getByRole("button", { name: "Stop …" }).click();
  await page.getByRole("button", { name: "Conclude" }).click();
  release();
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  expect((await world.debate(id)).result?.endedBy).toBe("owner");
  expect(complaints).toEqual([]);
  await close();
});
