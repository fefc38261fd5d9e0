import { describe, expect, it } from "vitest";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { eventually } from "../../support/eventually.ts";
import { held } from "../../support/held.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();

/** How Temporal's UI calls the activities of a debate. */
async function summariesOf(id: string): Promise<string[]> {
  const { events } = await world.handle(id).fetchHistory();
  return (events ?? []).flatMap((e) =>
    e.activityTaskScheduledEventAttributes && e.userMetadata?.summary?.data
      ? [JSON.parse(Buffer.from(e.userMetadata.summary.data).toString()) as string]
      : [],
  );
}

describe("a running debate in Temporal", () => {
  it("answers queries, shows search attributes, a summary and a picture of where it stands", async () => {
    const { release } = held(world, (request) => kindOf(request) === "turn" && request.model.includes("claude"));
    const { id } = await world.create(requestOf({ maxRounds: 2 }));
    await world.until(id, (e) => e.type === "turn.started" && e["turnId"] === "g1-r1-t2");
    const handle = world.handle(id);
    expect(await handle.query("state")).toMatchObject({ status: "running", round: 1, wholeTurns: 1 });
    expect(await handle.query("pending")).toBeNull();
    const metadata = await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
    expect(metadata.currentDetails).toContain("Should cities ban cars?");
    expect(metadata.currentDetails).toContain("The debate is **running**, in round 1 of 2.");
    expect(metadata.currentDetails).toContain("The current step is round 1 · Ben · response.");
    expect(metadata.currentDetails).toContain("So far it has made 1 model call with 120 tokens, $0.00");
    release();
    await handle.result();
    const described = await handle.describe();
    expect(await described.staticSummary()).toBe("Should cities ban cars?");
    expect(await described.staticDetails()).toBe(
      `[The page of the debate](${world.url}/debates/${id}) shows what happens, as it happens.`,
    );
    expect((await summariesOf(id)).slice(0, 3)).toEqual([
      "round 1 · Ada · response",
      "round 1 · Ben · response",
      "round 1 · judge · assessment",
    ]);
    const attributes = Object.fromEntries(
      described.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    expect(attributes).toMatchObject({
      DebateStatus: "completed",
      DebateFormat: "round-limited",
      DebateTenant: "default",
      DebateRound: 2,
    });
  });
});

describe("an activity whose turn is about somebody", () => {
  it("names whom, in each critique and each cross-examination", async () => {
    world.models.use(agents());
    const dialectic = await world.create(dialecticRequest({ maxRounds: 2 }, ["architect", "security", "usability"]));
    await world.finished(dialectic.id);
    const critiques = (await summariesOf(dialectic.id)).filter((line) => line.includes("critique"));
    const pairs = ["Ada · critique of Ben", "Ada · critique of Cleo", "Ben · critique of Ada"].concat(
      "Ben · critique of Cleo",
      "Cleo · critique of Ada",
      "Cleo · critique of Ben",
    );
    expect(critiques.toSorted()).toEqual([1, 2].flatMap((round) => pairs.map((pair) => `round ${round} · ${pair}`)));

    world.models.use(cast());
    const skeptical = await world.create(skepticRequest({ maxRounds: 1 }));
    await world.finished(skeptical.id);
    expect(await summariesOf(skeptical.id)).toEqual([
      "reasoning templates",
      "round 1 · Ada · proposal",
      "round 1 · Ben · critique of Ada",
      "round 1 · Cleo · synthesis",
    ]);

    world.models.use(debaters(["p1", "p2"]));
    const participants = ["Ada", "Ben"].map((name, i) => ({
      name,
      model: "openai/gpt-5.5",
      side: i === 0 ? "for" : "against",
    }));
    const examined = await world.create(requestOf({ format: "lincoln-douglas", maxRounds: 2, participants }));
    await world.finished(examined.id);
    expect((await summariesOf(examined.id)).slice(0, 4)).toEqual([
      "judge · positions",
      "round 1 · Ada · constructive",
      "round 1 · Ben · cross-question to Ada",
      "round 1 · Ada · cross-answer to Ben",
    ]);
  });
});

describe("a workflow that another one starts", () => {
  it("links the page of its debate: a twin, and a run of a schedule", async () => {
    world.models.use(debaters(["p1", "p2"]));
    const linkOf = async (id: string) => (await world.handle(id).describe()).staticDetails();
    const link = (id: string) =>
      `[The page of the debate](${world.url}/debates/${id}) shows what happens, as it happens.`;
    const { id } = await world.create(requestOf({ maxRounds: 1, orderCheck: "twin" }));
    const log = await world.finished(id);
    const twinId = String(log.find((e) => e.type === "twin.started")?.["twinId"]);
    expect(await linkOf(twinId)).toBe(link(twinId));

    const yearly = { name: "Review", cron: "0 0 1 1 *", request: requestOf({ maxRounds: 1 }) };
    const { body: schedule } = await world.post("/v1/schedules", yearly);
    await world.post(`/v1/schedules/${schedule?.id}/trigger`);
    const begun = async () => (await world.request(`/v1/schedules/${schedule?.id}/runs`)).body?.items?.[0]?.debate;
    await eventually(begun).toMatch(/^deb-/);
    const debateId = String(await begun());
    await world.finished(debateId);
    expect(await linkOf(debateId)).toBe(link(debateId));
    await world.request(`/v1/schedules/${schedule?.id}`, { method: "DELETE" });
  });
});
