import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, problemOf, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida"];
const asked = (format: string, sides: (string | null)[], changes: object = {}) =>
  world.post("/v1/debates", {
    ...demoRequest({ format, maxRounds: 3, ...changes }),
    participants: sides.map((side, i) => ({ name: NAMES[i], model: "demo/debater", ...(side && { side }) })),
  });
const faultsOf = async (response: Response) => {
  expect(response.status).toBe(422);
  const { errors = [] } = await problemOf(response);
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
};

describe("A debate with sides is refused, each fault with its pointer:", () => {
  test("oxford with one side", async () => {
    expect(await faultsOf(await asked("oxford", ["for", "for"]))).toEqual([
      '/participants oxford needs somebody with the side "against"',
    ]);
  });

  test("oxford with three on one side", async () => {
    expect(await faultsOf(await asked("oxford", ["for", "for", "against", "for"]))).toEqual([
      '/participants/3/side oxford takes at most 2 "for", not more',
    ]);
  });

  test("oxford without sides, or with a neutral one", async () => {
    expect(await faultsOf(await asked("oxford", [null, "for", "neutral"]))).toEqual([
      "/participants/0/side oxford needs a side here: for or against",
      "/participants/2/side oxford needs a side here: for or against",
    ]);
  });

  test("lincoln-douglas with three people", async () => {
    expect(await faultsOf(await asked("lincoln-douglas", ["for", "against", "against"]))).toEqual([
      "/participants lincoln-douglas takes exactly 2 participants, not 3",
      '/participants/2/side lincoln-douglas takes at most 1 "against", not more',
    ]);
  });

  test("lincoln-douglas with two affirmatives", async () => {
    expect(await faultsOf(await asked("lincoln-douglas", ["for", "for"]))).toEqual([
      '/participants/1/side lincoln-douglas takes at most 1 "for", not more',
      '/participants lincoln-douglas needs somebody with the side "against"',
    ]);
  });

  test("a roundtable of nine", async () => {
    expect((await faultsOf(await asked("roundtable", Array(9).fill(null)))).map((f) => f.split(" ")[0])).toEqual([
      "/participants",
    ]);
  });

  test("a side that there is not", async () => {
    expect((await faultsOf(await asked("oxford", ["pro", "against"]))).map((f) => f.split(" ")[0])).toEqual([
      "/participants/0/side",
    ]);
  });

  test.each(["oxford", "lincoln-douglas", "roundtable"])("%s held simultaneously, or for too long", async (format) => {
    expect(await faultsOf(await asked(format, ["for", "against"], { mode: "simultaneous", maxRounds: 51 }))).toEqual([
      `/maxRounds ${format} takes 2 to 50 rounds, not 51`,
      `/mode ${format} is always sequential`,
    ]);
  });
});

test("Without a side, a participant of a roundtable is neutral; a format with phases has five rounds by default.", async () => {
  const response = await asked("roundtable", ["for", null], { maxRounds: undefined });
  expect(response.status).toBe(201);
  const debate = Debate.parse(await response.json());
  expect(debate.participants.map((p) => p.side)).toEqual(["for", "neutral"]);
  expect(debate).toMatchObject({ mode: "sequential", maxRounds: 5 });
});

test("The description of the API has votes, sides and the phases of cross-examination.", async () => {
  const { components } = (await (await world.get("/openapi.json")).json()) as {
    components: { schemas: Record<string, { enum?: string[]; properties?: Record<string, unknown> }> };
  };
  expect(components.schemas["VoteResult"]?.properties).toHaveProperty("swing");
  expect(components.schemas["VerdictResult"]?.properties?.["vote"]).toMatchObject({
    $ref: "#/components/schemas/VoteResult",
  });
  expect(components.schemas["ParticipantRequest"]?.properties?.["side"]).toMatchObject({
    enum: ["for", "against", "neutral"],
  });
  expect(components.schemas["TurnPhase"]?.enum).toEqual(expect.arrayContaining(["cross-question", "cross-answer"]));
  expect(components.schemas["FormatName"]?.enum).toEqual(
    expect.arrayContaining(["oxford", "lincoln-douglas", "roundtable"]),
  );
});
