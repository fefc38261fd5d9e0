import { describe, expect, it } from "vitest";
import { measuredRequest, measuredSpeech, OTHER_JUDGE } from "../../support/debates/measured-debate.ts";
import { countCached, shareOf } from "../../support/models/cache-shares.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelJournalEntry, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters } from "../../support/world.ts";

// A heartbeat that comes late on a busy machine would repeat a call, which the counts would show.
const world = await useWorld({ durations: { heartbeatTimeout: 30_000 } });

async function play(changes: Parameters<typeof measuredRequest>[0] = {}) {
  world.models.forget();
  world.models.use(debaters(["p1", "p2", "p3"], measuredSpeech()));
  const { id } = await world.create(measuredRequest(changes));
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  expect(world.models.journal).toHaveLength(17);
  return { id, calls: [...world.models.journal] };
}

const isTurn = (call: ModelJournalEntry) => kindOf(call) === "turn";
const textOf = ({ system, messages }: ModelRequest) => [system, ...messages.map((m) => m.content)].join("\n");
const keysOf = (calls: ModelJournalEntry[]) => new Set(calls.map(({ body }) => body["prompt_cache_key"]));

describe("three speakers of one model, who speak at once in four rounds", () => {
  it("begin as the judge of their model does: a cache can serve four fifths of the input", async () => {
    const { id, calls } = await play({ promptLayout: "blind" });
    expect(shareOf(countCached(calls))).toBeGreaterThanOrEqual(0.8);
    // Also where schemas come first, as providers have it: no request has one.
    expect(shareOf(countCached(calls, "front"))).toBeGreaterThanOrEqual(0.8);
    expect(keysOf(calls)).toEqual(new Set([`${id}/blind`]));
    expect(new Set(calls.map(({ system }) => system)).size).toBe(1);
  }, 60_000);

  it("begin alike, and their judge of another model in its own way: a cache can serve three fifths", async () => {
    const { id, calls } = await play({ judge: { model: OTHER_JUDGE } });
    expect(shareOf(countCached(calls))).toBeGreaterThanOrEqual(0.6);
    expect(shareOf(countCached(calls, "end"))).toBeGreaterThanOrEqual(0.55);
    expect(keysOf(calls.filter(isTurn))).toEqual(new Set([`${id}/common`]));
    expect(keysOf(calls.filter((call) => !isTurn(call)))).toEqual(new Set([`${id}/judge`]));
  }, 60_000);
});

it("The judge of the speakers' model reads labels alone; the speakers read them too, and the names behind them last.", async () => {
  const { id, calls } = await play({ promptLayout: "blind" });
  for (const call of calls) {
    const text = textOf(call);
    const end = isTurn(call) ? text.lastIndexOf("You are Debater ") : text.length;
    if (isTurn(call))
      expect(text.slice(end)).toMatch(/Above, Speaker A is Debater [ABC], .*It is your turn, Debater [ABC]:/s);
    expect(text.slice(0, end)).not.toMatch(/Debater [ABC]\b/);
  }
  for (const turn of (await world.transcript(id)).turns) {
    const { body } = await world.request(`/v1/debates/${id}/turns/${turn.id}`);
    expect([turn.id, calls.map(({ system }) => system).includes(body.prompt?.system)]).toEqual([turn.id, true]);
  }
}, 60_000);

it("What a speaker calls by a label has its name again, in the stream and in the turn, also where a label comes in pieces.", async () => {
  world.models.forget();
  const agreed = (what: string) => `Speaker A and Speaker B agree${what}, Speaker Attlee does not. I am Speaker C`;
  const turn = (request: ModelRequest) => ({
    text: agreed(textOf(request).includes('id="T1"') ? " with T1" : ""),
    profile: { chunkSize: 3 },
    usage: { input: 100, output: 20 },
  });
  world.models.use(debaters(["p1", "p2", "p3"], { turn }));
  const { id } = await world.create(measuredRequest({ maxRounds: 2, promptLayout: "blind" }));
  const log = await world.finished(id);
  const { turns } = await world.transcript(id);
  expect(turns).toHaveLength(6);
  for (const { id: turnId, text, round } of turns) {
    const cited = round === 1 ? "" : ` with g1-r1-t\\d`;
    expect(text).toMatch(
      new RegExp(`^Debater [ABC] and Debater [ABC] agree${cited}, Speaker Attlee does not\\. I am Debater [ABC]$`),
    );
    const deltas = log.filter((event) => event.type === "turn.delta" && event["turnId"] === turnId);
    expect(deltas.map((event) => event["text"]).join("")).toBe(text);
  }
}, 60_000);

it("A judge of the speakers' model whose answer is not of its schema is asked again by the provider's own means.", async () => {
  world.models.forget();
  let refused = 0;
  const assess = () => ({ text: "No JSON.", usage: { input: 10, output: 5 } });
  const usual = debaters(["p1", "p2", "p3"]);
  world.models.use((request) => {
    if (kindOf(request) !== "assessment" || refused > 0) return usual(request);
    refused += 1;
    return assess();
  });
  const { id } = await world.create(measuredRequest({ maxRounds: 1, promptLayout: "blind" }));
  await world.finished(id);
  const asked = world.models.journal.filter((call) => kindOf(call) === "assessment");
  expect(asked.map(({ body }) => body["text"] !== undefined)).toEqual([false, true]);
  expect(textOf(asked[0] as ModelJournalEntry)).toContain("The JSON Schema. Every field of it is required");
}, 60_000);
