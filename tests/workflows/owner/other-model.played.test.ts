/** Another model for a participant of a debate in error, and then `retry`. */
import { expect, it } from "vitest";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const inError = (e: FlatEvent) => e.type === "debate.status" && e["status"] === "error";
const REFUSED = { error: { status: 401, body: { error: { message: "no such key", code: "invalid_api_key" } } } };
const OTHER = "openai/gpt-5.5-mini";

const patch = (id: string, body: object) =>
  world.request(`/v1/debates/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify(body),
  });

/** A debate in error: the second speaker's provider refuses its key, from this turn of all on. */
async function failing({ from = 1, ...changes }: Record<string, unknown> & { from?: number } = {}): Promise<string> {
  const script = debaters(P);
  let turns = 0;
  world.models.use((r) => {
    if (kindOf(r) !== "turn" || !r.model.includes("claude")) return script(r);
    turns += 1;
    return turns >= from ? REFUSED : script(r);
  });
  const { id } = await world.create(requestOf({ maxRounds: 2, minRounds: 2, ...changes }));
  await world.until(id, inError);
  return id;
}

it("takes its place; the record says who spoke what, who was replaced and what each cost", async () => {
  const id = await failing({ from: 2 });
  const { body, status } = await patch(id, { participants: [{}, { model: { model: OTHER, temperature: 0.1 } }] });
  expect([status, body.status]).toEqual([200, "error"]);
  expect(body.error).toMatchObject({ kind: "authentication" });
  expect(body.participants[1]).toMatchObject({ model: OTHER, before: ["anthropic/claude-sonnet-5"] });
  expect((await world.post(`/v1/debates/${id}/retry`)).status).toBe(200);
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  expect(log.find(({ type }) => type === "participant.replaced")).toMatchObject({
    round: 2,
    participantId: "p2",
    speaker: OTHER,
    before: "anthropic/claude-sonnet-5",
  });
  const exported = await world.transcript(id);
  const spoken = exported.turns.filter(({ participantId }) => participantId === "p2").map(({ model }) => model);
  expect(spoken).toEqual(["anthropic/claude-sonnet-5", OTHER]);
  const { debate } = exported;
  expect(debate.degraded).toMatchObject([{ participantId: "p2", round: 2, what: expect.stringContaining(OTHER) }]);
  const { body: costs } = await world.request(`/v1/debates/${id}/costs`);
  const calls = (model: string) =>
    costs.byModel.find((one: { model: string }) => one.model === model)?.usage.calls as number;
  expect(calls("anthropic/claude-sonnet-5")).toBeGreaterThan(0);
  expect(calls(OTHER)).toBe(1);
  const sums = Object.fromEntries(
    costs.byModel.map((one: { model: string; costUsd: number }) => [one.model, one.costUsd]),
  );
  expect(debate.cost.byModel).toEqual(sums);
  const asked = world.models.journal.filter(({ model }) => model === "gpt-5.5-mini");
  expect(asked).toHaveLength(1);
  expect(asked[0]?.body).toMatchObject({ temperature: 0.1 });

  expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
  expect((await world.post("/v1/debates/import", exported)).status).toBe(201);
  expect(await world.transcript(id)).toEqual(exported);
});

it("marks nothing as degraded where the model before had said nothing", async () => {
  const id = await failing();
  await patch(id, { participants: [{}, { model: OTHER }] });
  await world.post(`/v1/debates/${id}/retry`);
  await world.finished(id);
  expect((await world.debate(id)).degraded).toEqual([]);
});

it("may have other options alone, by a signal too", async () => {
  const id = await failing();
  const participants = [{}, { model: { model: "anthropic/claude-sonnet-5", maxOutputTokens: 321 } }];
  await world.handle(id).signal("amend", { patch: { participants } });
  await world.until(id, (e) => e.type === "debate.status" && e["by"] === "amend");
  world.models.use(debaters(P));
  await world.post(`/v1/debates/${id}/retry`);
  const log = await world.finished(id);
  expect(log.filter(({ type }) => type === "participant.replaced")).toEqual([]);
  const asked = world.models.journal.filter((r) => kindOf(r) === "turn" && r.model.includes("claude"));
  expect(asked.at(-1)?.body).toMatchObject({ max_tokens: 321 });
  expect(asked[0]?.body).not.toMatchObject({ max_tokens: 321 });
});

it("is refused with the place of what is wrong, and while the debate is in no error", async () => {
  const id = await failing();
  const refused = async (participants: unknown) => (await patch(id, { participants })).body.errors;
  expect(await refused([{ model: OTHER }])).toMatchObject([{ pointer: "/participants" }]);
  expect(await refused([{}, { model: "nobody/knows" }])).toMatchObject([{ pointer: "/participants/1/model" }]);
  expect(await refused([{ position: "Other." }, { model: OTHER }])).toMatchObject([
    { pointer: "/participants/0/position", detail: "cannot change once the debate has started" },
  ]);
  world.models.use(debaters(P));
  await world.post(`/v1/debates/${id}/retry`);
  await world.finished(id);
  world.models.use((r) => (kindOf(r) === "turn" ? { hang: true } : debaters(P)(r)));
  const running = await world.create(requestOf({ maxRounds: 1 }));
  await world.until(running.id, (e) => e.type === "turn.started");
  const now = await patch(running.id, { participants: [{}, { model: OTHER }] });
  expect(now).toMatchObject({ status: 409, body: { errors: [{ pointer: "/participants" }] } });
  expect(now.body.errors[0].detail).toContain("in error");
});
