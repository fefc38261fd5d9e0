import { describe, expect, it } from "vitest";
import { patchOf, whole } from "../../support/debates/drafts.ts";
import { held } from "../../support/held.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const draftOf = (changes: object = {}) => world.create({ ...changes, start: false });
const patch = (id: string, body: unknown, headers?: Record<string, string>) => patchOf(world, id, body, headers);
const by = (command: string) => (e: FlatEvent) => e.type === "debate.status" && e["by"] === command;

describe("a change of a draft", () => {
  it("counts only for the version that it names", async () => {
    const { id } = await draftOf(whole());
    const { headers } = await world.request(`/v1/debates/${id}`);
    const etag = headers.get("etag") ?? "";
    const first = await patch(id, { tags: ["one"] }, { "if-match": etag });
    expect(first.status).toBe(200);
    expect(first.headers.get("etag")).not.toBe(etag);
    const second = await patch(id, { tags: ["two"] }, { "if-match": etag });
    expect(second.status).toBe(412);
    expect(second.body.type).toBe("/problems/precondition-failed");
    expect((await world.debate(id)).tags).toEqual(["one"]);
    expect((await patch(id, { tags: ["three"] }, { "if-match": `"v0", ${first.headers.get("etag")}` })).status).toBe(
      200,
    );
    expect((await patch(id, { tags: ["four"] }, { "if-match": "*" })).status).toBe(200);
  });

  it("lets one of many win that name the same version", async () => {
    const { id } = await draftOf(whole());
    const etag = (await world.request(`/v1/debates/${id}`)).headers.get("etag") ?? "";
    const answers = await Promise.all([1, 2, 3, 4].map((n) => patch(id, { tags: [`t${n}`] }, { "if-match": etag })));
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    const winner = answers.find((a) => a.status === 200)?.body.tags;
    expect((await world.debate(id)).tags).toEqual(winner);
  });

  it("loses nothing when changes of different fields come at once without a version", async () => {
    const { id } = await draftOf();
    const answers = await Promise.all([
      patch(id, { topic: "Tea?" }),
      patch(id, { tags: ["tea"] }),
      patch(id, { maxRounds: 3 }),
    ]);
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200]);
    expect(await world.debate(id)).toMatchObject({ topic: "Tea?", tags: ["tea"], maxRounds: 3 });
  });

  it("is refused with every pointer when it is no patch of a request", async () => {
    const { id } = await draftOf();
    const faults = async (body: unknown) => {
      const refused = await patch(id, body);
      expect(refused.status).toBe(422);
      return refused.body.errors.map((e: { pointer: string }) => e.pointer);
    };
    expect(await faults({ topic: [], colour: 1 })).toEqual(expect.arrayContaining(["/topic", "/colour"]));
    expect(await faults({ start: true })).toEqual(["/start"]);
    expect(await faults([1])).toEqual([""]);
    expect(await faults({ metadata: { constructor: "x" } })).toEqual(["/metadata/constructor"]);
    const plain = await patch(id, {}, { "content-type": "text/plain" });
    expect(plain.status).toBe(415);
    expect((await patch("deb-20200101-000000-ZZZZZZ", {})).status).toBe(404);
  });
});

describe("signals", () => {
  it("configure, validate and start a draft without the API", async () => {
    world.models.use(debaters(P));
    const { id } = await draftOf();
    const handle = world.handle(id);
    await handle.signal("start");
    const ignored = await world.until(id, (e) => e.type === "command.ignored");
    expect(ignored.at(-1)).toMatchObject({ command: "start" });
    await handle.signal("configure", { patch: { maxRounds: 501 } });
    await world.until(id, (e) => e.type === "command.ignored" && e["command"] === "configure");
    await handle.signal("configure", { patch: { ...whole(), judge: { model: "openai/gpt-5.5" } } });
    await world.until(id, by("configure"));
    expect(await world.debate(id)).toMatchObject({ problems: [], participants: [{ name: "Ada" }, { name: "Ben" }] });
    await handle.signal("validate");
    await world.until(id, (e) => e.type === "debate.status" && e["status"] === "ready");
    await handle.signal("start");
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
  });
});

describe("a debate that has started", () => {
  it("takes new tags and limits, and nothing else", async () => {
    const { release } = held(world, () => true);
    const { id } = await world.create(whole());
    await world.until(id, (e) => e.type === "turn.started");
    const changed = await patch(id, { tags: ["late"], limits: { turnTimeoutSeconds: 9 } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ status: "running", tags: ["late"], allowed: ["pause", "stop"] });
    const fixed = await patch(id, { topic: "Another?", tags: [] });
    expect(fixed.status).toBe(409);
    expect(fixed.body).toMatchObject({
      debateStatus: "running",
      allowed: ["pause", "stop"],
      errors: [{ pointer: "/topic", detail: "cannot change once the debate has started" }],
    });
    const unknown = await patch(id, { colour: 1, prize: 5 });
    expect(unknown.status).toBe(422);
    expect(unknown.body.errors.map((e: { pointer: string }) => e.pointer).toSorted()).toEqual(["/colour", "/prize"]);
    const short = await patch(id, { limits: { roundTimeoutSeconds: 0.5 } });
    expect([short.status, short.body.errors[0].pointer]).toEqual([422, "/limits/roundTimeoutSeconds"]);
    const before = await world.until(id, by("amend"));
    await world.handle(id).signal("amend", { patch: { tags: ["later"] } });
    await world.until(id, by("amend"), before.at(-1)?.id);
    release();
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
    expect((await world.debate(id)).tags).toEqual(["later"]);
    const over = await patch(id, { tags: [] });
    expect(over.status).toBe(409);
    expect(over.body).toMatchObject({ debateStatus: "completed", allowed: [] });
  });
});
