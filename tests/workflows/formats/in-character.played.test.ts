/** A persona that must not speak of itself as a model: its owner asks for it, and the record says so. */
import { afterEach, expect, it } from "vitest";
import { IN_CHARACTER } from "../../../domain/prompts/parts/debater-rules.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();
afterEach(() => world.models.forget());

const wholeOf = ({ system, messages }: ModelRequest) => [system, ...messages.map(({ content }) => content)].join("\n");

async function played(personas: unknown[], changes: object = {}) {
  world.models.use(debaters(["p1", "p2"]));
  const { participants, ...request } = requestOf({ maxRounds: 1, ...changes }) as { participants: object[] };
  const seats = participants.map((p, i) => ({ ...p, ...(personas[i] !== undefined && { persona: personas[i] }) }));
  const { id } = await world.create({ ...request, participants: seats });
  await world.finished(id);
  return id;
}

it("is told so in its own prompts alone: no ballot, no assessment, no poll and no other speaker reads it", async () => {
  await played([{ text: "A mayor.", inCharacter: true }, "A nurse."], { poll: "private", conclusion: true });
  const told = world.models.journal.filter((request) => wholeOf(request).includes(IN_CHARACTER));
  expect(told.map(kindOf)).toEqual(["turn"]);
  expect(told[0]?.system).toContain(`Your character: A mayor.\n${IN_CHARACTER}`);
  const kinds = new Set(world.models.journal.map(kindOf));
  expect(kinds).toEqual(new Set(["turn", "assessment", "poll", "verdict", "conclusion"]));
});

it("is named in the debate, its exports, its receipt's export and an import, and in the report", async () => {
  const id = await played([{ inCharacter: true }, { text: "A nurse.", inCharacter: false }]);
  const named = ({ participants }: { participants: object[] }) =>
    participants.map((p) => ("inCharacter" in p ? p.inCharacter : undefined));
  expect(named(await world.debate(id))).toEqual([true, undefined]);
  expect((await world.debate(id)).participants[1]).toMatchObject({ persona: "A nurse." });
  const receipt = await world.request(`/v1/debates/${id}/transcript?as=receipt`);
  expect(named(receipt.body["debate"])).toEqual([true, undefined]);
  const { text } = await world.request(`/v1/debates/${id}/transcript?as=json`);
  const copy = `${id.slice(0, -4)}ZZZZ`;
  expect((await world.post("/v1/debates/import", JSON.parse(text.replaceAll(id, copy)))).status).toBe(201);
  expect(named(await world.debate(copy))).toEqual([true, undefined]);
  const told = "Told to stay in character, and not to speak of themselves as language models: Ada";
  expect((await world.request(`/v1/debates/${id}/transcript?as=md`)).text).toContain(told);
  const html = (await world.request(`/v1/debates/${id}/transcript?as=html`)).text;
  expect(html).toContain("Told to stay in character, and not to speak of itself as a language model.");
});

it("keeps it where its words are assigned, and in a twin, where it belongs to the seat", async () => {
  world.models.use(debaters(["p1", "p2"]));
  const names = ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5" }));
  const [ada, ben] = names;
  const participants = [{ ...ada, persona: { inCharacter: true } }, ben];
  const { id } = await world.create(requestOf({ maxRounds: 1, participants }));
  await world.finished(id);
  const turns = world.models.journal.filter((request) => kindOf(request) === "turn").map(wholeOf);
  expect(turns.map((text) => text.includes(IN_CHARACTER))).toEqual([true, false]);
  expect(turns[0]).toContain("Character: A planner who has worked for group 1.");
  const { body } = await world.post(`/v1/debates/${id}/twin`, {});
  await world.finished(body.id);
  const { participants: twins } = await world.debate(body.id);
  const strict = twins.filter((p) => p.inCharacter).map((p) => p.persona);
  const [original] = (await world.debate(id)).participants;
  expect(strict).toEqual([original?.persona]);
});

it("is off by default, and refuses what is no persona", async () => {
  const id = await played(["A mayor."]);
  expect(world.models.journal.some((request) => wholeOf(request).includes(IN_CHARACTER))).toBe(false);
  expect((await world.debate(id)).participants[0]).not.toHaveProperty("inCharacter");
  const { participants, ...request } = requestOf() as { participants: object[] };
  const refused = await world.post("/v1/debates", {
    ...request,
    participants: participants.map((p) => ({ ...p, persona: { inCharacter: "yes" } })),
  });
  expect(refused.status).toBe(422);
  expect(refused.body.errors[0].pointer).toMatch(/^\/participants\/0\/persona/);
});
