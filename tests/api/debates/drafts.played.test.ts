import { describe, expect, it } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { patchOf, positions, whole } from "../../support/debates/drafts.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const draftOf = (changes: object = {}) => world.create({ ...changes, start: false });
const pointers = ({ problems }: Pick<Debate, "problems">) => problems.map((p) => p.pointer).toSorted();

const patch = (id: string, body: unknown) => patchOf(world, id, body);

describe("a draft", () => {
  it("is kept however little it holds, and names by pointer what is missing", async () => {
    const draft = await draftOf();
    expect(draft).toMatchObject({ status: "configuring", topic: "", participants: [], draft: { start: false } });
    expect(draft.allowed).toEqual(["configure", "validate", "stop"]);
    expect(pointers(draft)).toEqual(expect.arrayContaining(["/participants", "/topic"]));
  });

  it("keeps a participant that has no model yet", async () => {
    const draft = await draftOf({ topic: "Tea or coffee?", participants: [{ name: "Ada" }, { model: "nobody/x" }] });
    expect(draft.participants.map(({ name, model }) => [name, model])).toEqual([
      ["Ada", ""],
      ["", "nobody/x"],
    ]);
    expect(pointers(draft)).toEqual(
      expect.arrayContaining(["/participants/0/model", "/participants/1/model", "/participants/1/name"]),
    );
  });

  it("shows a participant that is not enabled in its request alone, and lets it in by a patch", async () => {
    const off = { name: "Olaf", model: "nobody/x", enabled: false };
    const draft = await draftOf({ ...whole(), participants: [off, ...positions] });
    expect(draft.problems).toEqual([]);
    expect(draft.participants.map(({ id, name }) => [id, name])).toEqual([
      ["p1", "Ada"],
      ["p2", "Ben"],
    ]);
    expect(draft.draft).toMatchObject({ participants: [off, ...positions] });
    const { body } = await patch(draft.id, { participants: [{ ...off, enabled: true }, ...positions] });
    expect(body.participants).toHaveLength(3);
    expect(pointers(body)).toEqual(["/participants/0/model"]);
  });

  it("is refused when it is not even of the right shape", async () => {
    const refused = await world.post("/v1/debates", {
      start: false,
      topic: 7,
      colour: "blue",
      maxRounds: 501,
      participants: [{ name: "Ada", model: 3 }],
      webhook: {},
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map((e: { pointer: string }) => e.pointer).toSorted()).toEqual([
      "/colour",
      "/maxRounds",
      "/participants/0/model",
      "/topic",
      "/webhook/url",
    ]);
  });

  it("answers at once, whatever wait is preferred, and does not start while it is configured", async () => {
    const made = await world.request("/v1/debates", {
      method: "POST",
      headers: { "content-type": "application/json", prefer: "wait=60" },
      body: JSON.stringify({ ...whole(), start: false }),
    });
    expect(made.status).toBe(201);
    expect(made.headers.get("preference-applied")).toBeNull();
    expect(made.body).toMatchObject({ status: "configuring", problems: [] });
    const refused = await world.post(`/v1/debates/${made.body.id}/start`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ debateStatus: "configuring", allowed: ["configure", "validate", "stop"] });
  });

  it("is mended field by field, validated, started and debated to its end", async () => {
    world.models.use(debaters(P));
    const { id } = await draftOf({ format: "round-limited", maxRounds: 1 });
    const early = await world.post(`/v1/debates/${id}/validate`);
    expect(early.status).toBe(200);
    expect(early.body).toMatchObject({ status: "configuring" });
    expect(pointers(early.body)).toContain("/topic");
    const mended = await patch(id, { topic: "Should cities ban cars?", participants: positions });
    expect(mended.status).toBe(200);
    expect(mended.body).toMatchObject({ topic: "Should cities ban cars?", problems: [], status: "configuring" });
    const validated = await world.post(`/v1/debates/${id}/validate`);
    expect(validated.body).toMatchObject({ status: "ready", problems: [], allowed: ["configure", "start", "stop"] });
    const started = await world.post(`/v1/debates/${id}/start`);
    expect(started.status).toBe(200);
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    const { debate, turns } = await world.transcript(id);
    expect(turns.map((t) => t.participant)).toEqual(["Ada", "Ben"]);
    expect(debate).not.toHaveProperty("draft");
    expect(debate.participants.map((p) => p.position)).toEqual(["Yes, ban them.", "No, price them."]);
  });

  it("that is ready goes back to configuring when it is changed, and shows the change in lists", async () => {
    const { id } = await draftOf(whole({ tags: ["before"] }));
    expect((await world.post(`/v1/debates/${id}/validate`)).body).toMatchObject({ status: "ready" });
    const changed = await patch(id, { tags: ["after"], format: "oxford", participants: null });
    expect(changed.body).toMatchObject({ status: "configuring", format: "oxford", tags: ["after"], participants: [] });
    const listed = async (query: string) =>
      (await world.request(`/v1/debates?${query}`)).body.items.map((item: Debate) => item.id);
    expect(await listed("tag=after&format=oxford")).toContain(id);
    expect(await listed("tag=before")).not.toContain(id);
  });

  it("expires when nobody touches it", async () => {
    await using brief = await openWorld({ durations: { draftExpiry: 300 } });
    const { id } = (await brief.create({ start: false })) satisfies Debate;
    const log = await brief.finished(id);
    expect(log.at(-1)).toMatchObject({ type: "debate.cancelled", reason: "nobody acted in time" });
  });
});
