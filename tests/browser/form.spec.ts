/** The form: of a new debate with all its options, of a draft, and of a copy of a debate. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_DEBATE } from "../../domain/shapes/format-names.ts";
import { LIMITS_OF_REQUEST } from "../api/requests.ts";
import { patchOf } from "../support/debates/drafts.ts";
import { debaters, requestOf } from "../support/world.ts";
import { chooseFormat, openPart } from "./form-parts.ts";
import { seriousFaults } from "./pages/axe.ts";
import { type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const requestIn = async (id: string) => (await stage.world.request(`/v1/debates/${id}/request`)).body as object;
const fieldAt = (page: Page, path: string) => page.locator(`[name="${path}"]`);
const idIn = (page: Page) => /deb-[\w-]+/.exec(page.url())?.[0] ?? "";

/** What the page sends to create a debate, and then sees no answer to. */
async function sentBy(page: Page, press: () => Promise<void>) {
  await page.route("**/v1/debates", (route) => route.abort());
  const [sent] = await Promise.all([page.waitForRequest((r) => r.url().endsWith("/v1/debates")), press()]);
  return sent.postDataJSON() as Record<string, unknown>;
}

test("Every option of the form stands in the request, tags with commas as several, and a webhook’s secret is shown once.", async () => {
  const { page, complaints, close } = await stage.open("/debates/new");
  await page.getByLabel("Topic").fill("Should cities ban cars?");
  await chooseFormat(page, "round-limited");
  await page.getByText("More about participant 1").click();
  await fieldAt(page, "participants/0/position").fill("Ban them.");
  await page.getByText("More about participant 2").click();
  await fieldAt(page, "participants/1/persona").fill("A mayor.");
  await fieldAt(page, "participants/1/instructions").fill("Be brief.");
  await openPart(page, "Background");
  await page.getByLabel("Tags").fill("cities,  cars ,");
  await openPart(page, "Rounds");
  await page.getByLabel("The participants may ask the owner questions first").check();
  await page.getByText("Material and tools").click();
  await page.getByRole("button", { name: "Add a text" }).click();
  await page.keyboard.type("Counts");
  await fieldAt(page, "exhibits/0/text").fill("900 cars a day.\n\nOn Sundays 300.");
  await fieldAt(page, "context").fill("A town by a river.");
  await openPart(page, "Judging");
  for (const [name, weight] of [
    ["Evidence", "3"],
    ["Clarity", "1"],
  ] as const) {
    await page.getByRole("button", { name: "Add a criterion" }).click();
    await page.keyboard.type(name);
    await page.getByLabel("Weight").last().fill(weight);
  }
  await page.getByLabel("Panel").fill("openai/gpt-5.5, anthropic/claude-sonnet-5");
  await page.getByLabel("Judges to wait for").fill("1");
  await fieldAt(page, "judge/quorum/graceSeconds").fill("60");
  await page.getByLabel("No early end before round").fill("1");
  await page.getByLabel("How the speakers of a round take turns").selectOption("simultaneous");
  await openPart(page, "Limits");
  await fieldAt(page, "limits/maxTokens").fill("900000");
  await openPart(page, "Notifications");
  await page.getByLabel("Send events to this address").fill("https://hooks.example.com/parley");
  await page.getByLabel("Only these types of events").fill("round.started, debate.completed");
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await page.getByRole("heading", { name: "The webhook’s secret" }).waitFor();
  expect(await page.getByLabel("Secret").inputValue()).toMatch(/^whsec_/);
  await page.getByRole("link", { name: "Go to the debate" }).click();
  await page.waitForURL(/\/debates\/deb-/);
  const { webhook } = (await stage.world.request(`/v1/debates/${idIn(page)}/webhook-deliveries`)).body;
  expect(webhook).toMatchObject({
    url: "https://hooks.example.com/parley",
    events: ["round.started", "debate.completed"],
  });
  expect(await requestIn(idIn(page))).toEqual({
    topic: "Should cities ban cars?",
    format: "round-limited",
    maxRounds: expect.any(Number),
    minRounds: 1,
    mode: "simultaneous",
    participants: [
      { name: "Ada", model: expect.any(String), position: "Ban them." },
      { name: "Ben", model: expect.any(String), persona: "A mayor.", instructions: "Be brief." },
    ],
    judge: {
      model: "openai/judge",
      criteria: [
        { name: "Evidence", weight: 3 },
        { name: "Clarity", weight: 1 },
      ],
      panel: ["openai/gpt-5.5", "anthropic/claude-sonnet-5"],
      quorum: { count: 1, graceSeconds: 60 },
    },
    clarifications: { enabled: true },
    context: "A town by a river.",
    exhibits: [{ title: "Counts", text: "900 cars a day.\n\nOn Sundays 300." }],
    limits: { maxTokens: 900_000 },
    tags: ["cities", "cars"],
  });
  expect(complaints).toEqual([]);
  await close();
});

test("Providers are asked first only when it is ticked, and never for an estimate.", async () => {
  const { page, close } = await stage.open("/debates/new");
  const estimates: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/estimates")) estimates.push(request.postDataJSON());
  });
  const start = () => page.getByRole("button", { name: "Start the debate" }).click();
  await page.getByLabel("Topic").fill("Tea or coffee?");
  expect(await sentBy(page, start)).not.toHaveProperty("validate");
  await page.getByText("The server cannot be reached.").waitFor();
  await openPart(page, "Checks");
  const estimated = page.waitForRequest("**/v1/estimates");
  await page.getByLabel("Ask each model’s provider first").check();
  await estimated;
  expect(await sentBy(page, start)).toMatchObject({ topic: "Tea or coffee?", validate: { live: true } });
  expect(estimates.length).toBeGreaterThan(0);
  for (const body of estimates) expect(body).not.toHaveProperty("validate");
  await close();
});

test("Names of further participants are the server’s, any of them can be removed, and the others keep what was entered.", async () => {
  const { page, close } = await stage.open("/debates/new");
  await chooseFormat(page, "roundtable");
  const names = () =>
    page.getByLabel("Name", { exact: true }).evaluateAll((all) => all.map((one) => (one as { value: string }).value));
  while ((await names()).length < 4) await page.getByRole("button", { name: "Add a participant" }).click();
  expect(await names()).toEqual(["Ada", "Ben", "Cleo", "Dan"]);
  await page.getByText("More about participant 3").click();
  await fieldAt(page, "participants/2/position").fill("What Cleo holds.");
  await page.getByRole("button", { name: "Remove participant 2" }).click();
  expect(await names()).toEqual(["Ada", "Cleo", "Dan"]);
  expect(await fieldAt(page, "participants/1/position").inputValue()).toBe("What Cleo holds.");
  await page.getByRole("button", { name: "Add a participant" }).click();
  expect(await names()).toEqual(["Ada", "Cleo", "Dan", "Ben"]);
  await close();
});

test("A new form lets Parley choose the format, says which, and sends no rounds of its own.", async () => {
  const { page, close } = await stage.open("/debates/new");
  const format = page.locator(".parts summary", { hasText: "Format" });
  expect(await format.innerText()).toBe("Format Choose for me: Structured rounds");
  expect(await fieldAt(page, "maxRounds").inputValue()).toBe(String(DEFAULT_DEBATE.rounds));
  await page.getByLabel("Topic").fill("How many bridges are there?");
  const sent = await sentBy(page, () => page.getByRole("button", { name: "Start the debate" }).click());
  expect(sent["format"]).toBe("auto");
  for (const name of ["maxRounds", "answers", "vote"]) expect(sent).not.toHaveProperty(name);
  await page.getByLabel("The answer is").selectOption("a number");
  await page.getByText("Choose for me: Question").waitFor();
  await fieldAt(page, "answers/unit").fill("bridges");
  const counted = await sentBy(page, () => page.getByRole("button", { name: "Start the debate" }).click());
  expect(counted).toMatchObject({ format: "auto", answers: { type: "number", unit: "bridges" } });
  expect(counted).not.toHaveProperty("judge");
  await close();
});

test("The form has a field for every limit of the API.", async () => {
  const { page, close } = await stage.open("/debates/new");
  await openPart(page, "Limits");
  const names = await page
    .locator('[name^="limits/"]:visible')
    .evaluateAll((all) => all.map((one) => (one as { name: string }).name));
  expect([...new Set(names.map((name) => name.split("/")[1]))]).toEqual(LIMITS_OF_REQUEST);
  expect(names.length).toBeGreaterThan(4);
  await close();
});

test("A draft shows its problems at their fields, is filled in, keeps what the form does not show, and starts.", async () => {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"]));
  const settings = { model: "openai/gpt-5.5", temperature: 0.3 };
  const { id } = await world.create({
    format: "round-limited",
    maxRounds: 1,
    start: false,
    participants: [{ name: "Ada", model: settings }, { name: "Ben" }],
    judge: { model: "openai/gpt-5.5", bothOrders: false },
    metadata: { client: "Bluebird" },
    policies: { onParticipantFailure: "end" },
    tags: ["old"],
  });
  const { page, complaints, close } = await stage.open(`/debates/${id}/edit`);
  const model = fieldAt(page, "participants/1/model");
  await model.waitFor();
  expect(await model.getAttribute("aria-invalid")).toBe("true");
  const problem = await model.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${problem}"]`).innerText()).toMatch(/is missing/i);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save and start" }).click();
  await page.getByText("It cannot start yet").waitFor();
  expect((await world.debate(id)).status).toBe("configuring");
  await page.getByRole("button", { name: "Participant 2, model" }).click();
  await page.keyboard.type("anthropic/claude-sonnet-5");
  await page.getByLabel("Topic").fill("Tea or coffee?");
  await openPart(page, "Background");
  await page.getByLabel("Tags").fill("");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  expect(await requestIn(id)).toEqual({
    topic: "Tea or coffee?",
    format: "round-limited",
    maxRounds: 1,
    participants: [
      { name: "Ada", model: settings },
      { name: "Ben", model: "anthropic/claude-sonnet-5" },
    ],
    judge: { model: "openai/gpt-5.5", bothOrders: false },
    metadata: { client: "Bluebird" },
    policies: { onParticipantFailure: "end" },
  });
  expect(await page.locator("[aria-invalid]").count()).toBe(0);
  await page.getByLabel("Topic").fill("Tea, or coffee?");
  await page.getByRole("button", { name: "Save and start" }).click();
  await page.waitForURL(new RegExp(`/debates/${id}$`));
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  expect((await world.debate(id)).topic).toBe("Tea, or coffee?");
  expect(complaints).toEqual([]);
  await page.goto(`${world.url}/debates/${id}/edit`);
  await page.getByRole("heading", { name: "This is not a draft any more" }).waitFor();
  await close();
});

test("A debate whose model does not exist is corrected in the form, and then starts by itself.", async () => {
  const { world } = stage;
  const script = debaters(["p1", "p2"]);
  const unknown = { error: { status: 404, message: "The model `gpt-nope` does not exist" } };
  world.models.use((request) => (request.model === "gpt-nope" ? unknown : script(request)));
  const body = requestOf({ maxRounds: 1, validate: { live: true } });
  const [ada, ben] = (body as { participants: object[] }).participants;
  const { id } = await world.create({ ...body, participants: [{ ...ada, model: "openai/gpt-nope" }, ben] });
  await world.until(id, (event) => event.type === "debate.status" && event["by"] === "rejected");
  const { page, complaints, close } = await stage.open(`/debates/${id}`);
  await page.getByRole("link", { name: "Edit this draft" }).click();
  const model = fieldAt(page, "participants/0/model");
  await page.locator(".estimate", { hasText: "What it costs is not known" }).waitFor();
  expect(await model.getAttribute("aria-invalid")).toBe("true");
  await model.fill("openai/gpt-5.5");
  await page.getByText("What it costs is not known").waitFor({ state: "detached" });
  expect(await model.getAttribute("aria-invalid")).not.toBe("true");
  await page.getByRole("button", { name: "Save and start" }).click();
  await page.waitForURL(new RegExp(`/debates/${id}$`));
  await page.getByRole("heading", { name: "argued better" }).waitFor();
  expect(complaints.filter((text) => !text.includes("409"))).toEqual([]);
  await close();
});

test("A draft that somebody else has changed meanwhile is not overwritten: the newer version can be loaded.", async () => {
  const { world } = stage;
  const { id } = await world.create({ ...requestOf(), topic: "Tea?", start: false });
  const { page, close } = await stage.open(`/debates/${id}/edit`);
  await page.getByLabel("Topic").fill("Mine?");
  await patchOf(world, id, { topic: "Theirs?", limits: { maxCostUsd: 3 } });
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByRole("alert").getByText("Your changes are not saved.").waitFor();
  expect(await page.getByLabel("Topic").inputValue()).toBe("Mine?");
  expect(await requestIn(id)).toMatchObject({ topic: "Theirs?" });
  await page.getByRole("button", { name: "Load the newer version" }).click();
  await fieldAt(page, "limits/maxCostUsd").waitFor();
  expect(await page.getByLabel("Topic").inputValue()).toBe("Theirs?");
  expect(await fieldAt(page, "limits/maxCostUsd").inputValue()).toBe("3");
  await page.getByLabel("Topic").fill("Mine after all?");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  expect(await requestIn(id)).toMatchObject({ topic: "Mine after all?", limits: { maxCostUsd: 3 } });
  await close();
});

test("A draft’s webhook is shown, changed and removed, and its secret stays.", async () => {
  const { world } = stage;
  const webhook = {
    url: "https://hooks.example.com/a",
    events: ["debate.completed"],
    secret: `whsec_${"A".repeat(32)}`,
  };
  const { id } = await world.create({ ...requestOf(), start: false, webhook });
  const { page, close } = await stage.open(`/debates/${id}/edit`);
  const kept = async () => (await world.request(`/v1/debates/${id}/webhook-deliveries`)).body.webhook;
  const events = page.getByLabel("Only these types of events");
  await events.waitFor();
  expect(await events.inputValue()).toBe("debate.completed");
  await events.fill("");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  expect(await kept()).toEqual({ url: webhook.url, events: null, off: null });
  expect(await page.content()).not.toContain("whsec_");
  await page.getByLabel("Send events to this address").fill("");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  await openPart(page, "Notifications");
  expect(await page.getByLabel("Send events to this address").inputValue()).toBe("");
  expect((await kept()).off).toMatchObject({ why: "removed" });
  await close();
});

test("A debate is duplicated and edited: the form has its request, and another format takes what fits it.", async () => {
  const { world } = stage;
  world.models.use(debaters(["p1", "p2"]));
  const background = { context: "A town.", exhibits: [{ title: "Counts", text: "900 cars." }] };
  const seats = ["for", "against"].map((side, i) => ({ name: `N${i}`, model: "openai/gpt-5.5", side }));
  const criteria = [{ name: "Evidence", weight: 1 }];
  const original = {
    ...requestOf({ maxRounds: 1 }),
    ...background,
    participants: seats,
    judge: { model: "openai/gpt-5.5", criteria },
  };
  const { id } = await world.create({ ...original, metadata: { client: "Bluebird" } });
  await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
  await world.finished(id);
  const { page, complaints, close } = await stage.open(`/debates/new?from=${id}`);
  await page.getByRole("heading", { name: "Duplicate and edit" }).waitFor();
  expect(await page.getByLabel("Criterion").inputValue()).toBe("Evidence");
  await page.getByLabel("Topic").fill("Should towns ban cars?");
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.waitForURL((url) => !url.pathname.includes("new"));
  const { metadata, ...copy } = (await requestIn(idIn(page))) as typeof original & { metadata: object };
  expect(metadata).toEqual({ client: "Bluebird" });
  const ids = seats.map((seat, i) => ({ ...seat, id: `p${i + 1}` }));
  expect(copy).toEqual({ ...original, topic: "Should towns ban cars?", participants: ids });
  await page.goto(`${world.url}/debates/new?from=${id}`);
  await chooseFormat(page, "dialectic");
  const sent = await sentBy(page, () => page.getByRole("button", { name: "Start the debate" }).click());
  expect(sent).toMatchObject({ format: "dialectic", context: "A town.", judge: { model: "openai/gpt-5.5" } });
  expect(sent["judge"]).not.toHaveProperty("criteria");
  for (const seat of sent["participants"] as object[])
    expect(Object.keys(seat).toSorted()).toEqual(["model", "name", "role"]);
  expect(complaints.filter((line) => !line.includes("ERR_FAILED"))).toEqual([]);
  await close();
});

test("A new debate that the server refuses leads to the first field that is amiss, also where it is hidden.", async () => {
  const { page, close } = await stage.open("/debates/new");
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.locator('[name="topic"][aria-invalid]').waitFor();
  expect(await page.evaluate("document.activeElement.name")).toBe("topic");
  await page.getByLabel("Topic").fill("Tea?");
  await page.getByText("Material and tools").click();
  await page.getByRole("button", { name: "Add a text" }).click();
  await fieldAt(page, "exhibits/0/title").fill("Counts");
  await page.getByText("Material and tools").click();
  await page.getByRole("button", { name: "Start the debate" }).click();
  await page.locator('[name="exhibits/0/text"][aria-invalid]:focus').waitFor();
  await close();
});
