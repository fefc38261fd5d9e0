/** Models that take a participant's seat, one after the other, when its own fails beyond its retries. */
import { expect, it } from "vitest";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();

const GONE = { error: { status: 404, body: { error: { message: "no such model", code: "model_not_found" } } } };
const REFUSED = { error: { status: 401, body: { error: { message: "no such key", code: "invalid_api_key" } } } };
const DOWN = { error: { status: 500, body: { error: { message: "down" } } } };
const NEXT = ["openai/gpt-5.5-mini", "openai/gpt-5.5-nano"];
const FIRST = "anthropic/claude-sonnet-5";

/** Turns of these models fail, from this one of each on. */
function failing(faults: Record<string, ModelReplyScript>, from = 1): void {
  const script = debaters(["p1", "p2"]);
  const turns = new Map<string, number>();
  world.models.use((r) => {
    const name = Object.keys(faults).find((each) => r.model === each);
    if (kindOf(r) !== "turn" || name === undefined) return script(r);
    turns.set(name, (turns.get(name) ?? 0) + 1);
    return (turns.get(name) ?? 0) >= from ? (faults[name] as ModelReplyScript) : script(r);
  });
}

const two = (fallbacks: unknown[], changes: object = {}) => {
  const [ada, ben] = (requestOf() as { participants: object[] }).participants;
  return requestOf({ maxRounds: 2, participants: [ada, { ...ben, fallbacks }], ...changes });
};

it("speak from the failed turn on; the record names who was replaced, why, and what each said", async () => {
  failing({ "claude-sonnet-5": GONE }, 2);
  const { id } = await world.create(two([{ model: NEXT[0], temperature: 0.1 }]));
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  const replaced = log.filter(({ type }) => type === "participant.replaced");
  expect(replaced).toMatchObject([{ round: 2, participantId: "p2", speaker: NEXT[0], before: FIRST }]);
  const exported = await world.transcript(id);
  const spoken = exported.turns.filter(({ participantId }) => participantId === "p2").map(({ model }) => model);
  expect(spoken).toEqual([FIRST, NEXT[0]]);
  const debate = await world.debate(id);
  expect(debate.participants[1]).toMatchObject({ model: NEXT[0], before: [FIRST], status: "active" });
  expect(debate.degraded).toMatchObject([
    { participantId: "p2", round: 2, why: expect.stringContaining("no such model") },
  ]);
  const asked = world.models.journal.filter(({ model }) => model === "gpt-5.5-mini");
  expect(asked.map(({ body }) => body)).toMatchObject([{ temperature: 0.1 }]);
  expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
  expect((await world.post("/v1/debates/import", exported)).status).toBe(201);
  expect(await world.transcript(id)).toEqual(exported);
});

it("come one after the other, also where a key is refused, and the policy decides when none is left", async () => {
  failing({ "claude-sonnet-5": REFUSED, "gpt-5.5-mini": GONE, "gpt-5.5-nano": DOWN });
  const { id } = await world.create(two(NEXT, { policies: { onParticipantFailure: "ask" } }));
  await world.until(id, (e) => e.type === "decision.requested");
  const { participants, pending, degraded } = await world.debate(id);
  expect(participants[1]).toMatchObject({ model: NEXT[1], before: [FIRST, NEXT[0]] });
  expect(pending).toMatchObject({ decision: { kind: "participant_failure", participantId: "p2" } });
  expect(degraded).toEqual([]);
});

it("take their seats in a simultaneous round too, each its own", async () => {
  failing({ "claude-sonnet-5": GONE, "gpt-5.5": GONE });
  const [ada, ben] = (requestOf() as { participants: object[] }).participants;
  const participants = [
    { ...ada, fallbacks: [NEXT[0]] },
    { ...ben, fallbacks: [NEXT[1]] },
  ];
  const { id } = await world.create(requestOf({ maxRounds: 1, mode: "simultaneous", participants }));
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  expect((await world.debate(id)).participants.map(({ model }) => model)).toEqual(NEXT);
});

it("are refused where one is unknown, and count among the models that a limit needs a price of", async () => {
  const refused = async (fallbacks: unknown[], changes: object = {}) =>
    (await world.post("/v1/debates", two(fallbacks, changes))).body.errors;
  expect(await refused([NEXT[0], "nobody/knows"])).toMatchObject([{ pointer: "/participants/1/fallbacks/1" }]);
  expect(await refused(["openai/never-priced"], { limits: { maxCostUsd: 5 } })).toMatchObject([
    { pointer: "/participants/1/fallbacks/0", detail: expect.stringContaining("price") },
  ]);
});
