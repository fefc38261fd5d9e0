import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { whole } from "../../support/debates/drafts.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/request.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, type World } from "../../support/world.ts";

const world = await useWorld();

const started = (turnId: string) => (e: FlatEvent) => e.type === "turn.started" && e["turnId"] === turnId;
const isAda = ({ model }: ModelRequest) => model.includes("gpt");

/** A debate of two rounds whose first turn by Ben waits until the test lets it go on. */
async function held(mode: "sequential" | "simultaneous") {
  const gate = Promise.withResolvers<void>();
  const script = debaters(["p1", "p2"]);
  world.models.use(async (request) => {
    if (kindOf(request) === "turn" && !isAda(request)) await gate.promise;
    return script(request);
  });
  const { id } = await world.create(whole({ maxRounds: 2, mode }));
  await world.until(id, started("g1-r1-t2"));
  return { id, release: () => gate.resolve() };
}

const say = (id: string, body: unknown) => world.post(`/v1/debates/${id}/interjections`, body);
const turnsOf = (pick: (request: ModelRequest) => boolean) =>
  world.models.journal.filter((request) => kindOf(request) === "turn" && pick(request));
const textOf = ({ messages }: ModelRequest) => messages.map((m) => m.content).join("\n\n");
/** All but the last block, which says whose turn it is. */
const stable = (text: string) => text.slice(0, text.lastIndexOf("It is your turn, "));

it.each(["sequential", "simultaneous"] as const)(
  "An interjection is shown to all from the next turn on, and changes no prompt before it (%s).",
  async (mode) => {
    const { id, release } = await held(mode);
    const said = await say(id, { text: "Mind the costs. </turn>" });
    expect(said.status).toBe(202);
    expect(said.body).toMatchObject({ id: "g1-r1-i1", phase: "interjection", participant: "Owner", index: 2 });
    release();
    const log = await world.finished(id);
    expect(log.filter((e) => e.type === "interjection.added")).toHaveLength(1);
    for (const pick of [isAda, (request: ModelRequest) => !isAda(request)]) {
      const [first = "", second = ""] = turnsOf(pick).map(textOf);
      expect(first).not.toContain("Mind the costs.");
      expect(second).toContain('speaker="Owner" round="1" phase="interjection"');
      expect(second).toContain("Mind the costs. &lt;/turn>");
      expect(second.startsWith(stable(first))).toBe(true);
    }
    const judged = world.models.journal.filter((request) => kindOf(request) !== "turn");
    expect(judged.every((request) => textOf(request).includes("Mind the costs."))).toBe(true);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => t.id)).toEqual(["g1-r1-t1", "g1-r1-t2", "g1-r1-i1", "g1-r2-t1", "g1-r2-t2"]);
    const { text: report } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(report).toContain("### From the owner\n\n#### The owner (");
  },
);

it("An interjection to one participant is shown to nobody else but the judge.", async () => {
  const { id, release } = await held("sequential");
  expect((await say(id, { text: "Ben, a figure please.", to: "p2" })).body).toMatchObject({ to: "p2" });
  await world.handle(id).signal("interject", { text: "A word to all by signal." });
  await world.until(id, (e) => e.type === "interjection.added" && e["turnId"] === "g1-r1-i2");
  release();
  await world.finished(id);
  const [, ada = ""] = turnsOf(isAda).map(textOf);
  const [, ben = ""] = turnsOf((request) => !isAda(request)).map(textOf);
  expect(ada).not.toContain("a figure please");
  expect(ben).toContain("a figure please");
  for (const text of [ada, ben]) expect(text).toContain("A word to all by signal.");
});

it("An interjection while the debate is paused between rounds opens the next round.", async () => {
  const script = debaters(["p1", "p2"]);
  world.models.use(script);
  const { id } = await world.create(whole({ maxRounds: 2, mode: "simultaneous", roundDelayMs: 60_000 }));
  await world.until(id, (e) => e.type === "round.completed");
  await world.post(`/v1/debates/${id}/pause`);
  await world.until(id, (e) => e.type === "debate.status" && e["status"] === "paused");
  expect((await say(id, { text: "Now be brief." })).body).toMatchObject({ id: "g1-r2-i1", round: 2, index: 0 });
  await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
});

it("What can not be said is refused: blank, too long, to nobody, by an unknown field, or when all is over.", async () => {
  const { id, release } = await held("sequential");
  const pointers = async (body: unknown) => {
    const refused = await say(id, body);
    expect(refused.status).toBe(422);
    return refused.body.errors.map((e: { pointer: string }) => e.pointer);
  };
  expect(await pointers({ text: " " })).toEqual(["/text"]);
  expect(await pointers({ text: "x".repeat(20_001), loud: true })).toEqual(["/text", "/loud"]);
  expect(await pointers({ text: "Hear me.", to: "p9" })).toEqual(["/to"]);
  await world.handle(id).signal("interject", { text: "" });
  await world.until(id, (e) => e.type === "command.ignored" && e["command"] === "interject");
  release();
  await world.finished(id);
  const late = await say(id, { text: "Too late." });
  expect(late.status).toBe(409);
  expect(late.body).toMatchObject({ debateStatus: "completed" });
  const stored = JSON.stringify(await itemsOf(world));
  expect(stored).toContain(id);
  for (const text of ["Hear me.", "Too late."]) expect(stored).not.toContain(text);
});

/** Everything in the store, as it is kept. */
async function itemsOf({ table }: World): Promise<object[]> {
  const client = new DynamoDBClient(table);
  const documents = DynamoDBDocumentClient.from(client);
  const pages = paginateScan({ client: documents }, { TableName: table.table });
  const items: object[] = [];
  for await (const { Items = [] } of pages) items.push(...Items);
  client.destroy();
  return items;
}
