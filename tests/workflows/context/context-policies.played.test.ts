import { expect, it, vi } from "vitest";
import { DECISIONS } from "../../../domain/play/records/kinds.record.ts";
import type { Decision } from "../../../domain/shapes/schemas/decision.ts";
import { longTurns, requestTokens, windowed } from "../../support/debates/long-debate.ts";
import { eventuallyRead } from "../../support/eventually.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const LIMIT = 2_000;
const error = { message: "Your input exceeds the context window.", code: "context_length_exceeded", type: "invalid" };
const TOO_LONG: ModelReplyScript = { error: { status: 400, body: { error } } };
const isTurn = (request: ModelRequest) => kindOf(request) === "turn";
const of = (log: FlatEvent[], type: string) => log.filter((e) => e.type === type);

/** Models whose windows are smaller than anybody knows: turns of more tokens are refused. */
function narrow(): (request: ModelRequest) => ModelReplyScript {
  const script = debaters(P, longTurns(250));
  return (request) => (isTurn(request) && requestTokens(request) > LIMIT ? TOO_LONG : script(request));
}

function narrowDebate(onContextOverflow: string): object {
  const participants = ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5", position: `${name} is right.` }));
  return requestOf({ maxRounds: 5, judging: "final-only", participants, policies: { onContextOverflow } });
}

it.each(["truncate", "summarize"] as const)(
  "a prompt that its provider refuses is asked again, shorter, by the policy %s",
  async (policy) => {
    world.models.use(narrow());
    const { id } = await world.create(narrowDebate(policy));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => t.status)).toEqual(Array.from({ length: 10 }, () => "whole"));
    const forced = of(log, "context.warning").filter((e) => e["forced"]);
    // A summary is for all: the next speaker's prompt has it already.
    expect(new Set(forced.map((e) => e["participantId"])).size).toBe(policy === "truncate" ? P.length : 1);
    expect(forced.every((e) => e["strategy"] === policy)).toBe(true);
    expect(of(log, "context.summarized").length > 0).toBe(policy === "summarize");
    expect(turns.at(-1)?.context?.strategy).toBe(policy);
  },
  60_000,
);

it("its owner may choose to leave older turns out", async () => {
  world.models.use(narrow());
  const { id } = await world.create(narrowDebate("ask"));
  for (const number of ["d1", "d2"]) {
    const asked = (e: FlatEvent) => e.type === "decision.requested" && (e["decision"] as Decision).id === number;
    const decision = (await world.until(id, asked)).at(-1)?.["decision"] as Decision;
    expect(decision.options.map((o) => o.id).slice(0, 2)).toEqual(["summarize", "truncate"]);
    const { status } = await world.post(`/v1/debates/${id}/decisions/${decision.id}`, { option: "truncate" });
    expect(status).toBe(200);
  }
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  const { turns } = await world.transcript(id);
  expect(turns.every((t) => t.status === "whole")).toBe(true);
  expect(turns.at(-1)?.context?.strategy).toBe("truncate");
}, 60_000);

it("its owner may decide while a worker still publishes the question", async () => {
  world.models.use(narrow());
  let id = "";
  const put = world.store.records.put.bind(world.store.records);
  const puts = vi.spyOn(world.store.records, "put").mockImplementation(async (...record) => {
    const position = await put(...record);
    const [, kind, { id: number, made }] = record as unknown as [object, object, Decision];
    const isOpen = () => world.handle(id).query("pending");
    if (kind === DECISIONS && number === "d1" && !made)
      await eventuallyRead(async () => expect(await isOpen()).toBeNull());
    return position;
  });
  try {
    ({ id } = await world.create(narrowDebate("ask")));
    for (const number of ["d1", "d2"]) {
      await world.until(id, (e) => e.type === "decision.requested" && (e["decision"] as Decision).id === number);
      const answer = await world.post(`/v1/debates/${id}/decisions/${number}`, { option: "truncate" });
      expect(answer.status).toBe(200);
    }
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
  } finally {
    puts.mockRestore();
  }
}, 60_000);

it("at the first turn nothing older can be summarised or left out, so neither is offered", async () => {
  world.models.use((request) => (isTurn(request) ? TOO_LONG : debaters(P)(request)));
  const { id } = await world.create(narrowDebate("ask"));
  const decision = (await world.until(id, (e) => e.type === "decision.requested")).at(-1)?.["decision"] as Decision;
  expect(decision.kind).toBe("context_overflow");
  expect(decision.options.map((o) => o.id)).toEqual(["error"]);
  expect(world.models.journal).toHaveLength(1);
  await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
});

it("what can not fit is a fault before any call", async () => {
  world.models.use(debaters(P, longTurns(250)));
  const context = "Streets are public ground. ".repeat(1_200);
  const body = windowed(4_000, { context, policies: { onContextOverflow: "truncate", decisionTimeoutSeconds: 3_600 } });
  const { id } = await world.create(body);
  const log = await world.until(id, (e) => e.type === "decision.requested");
  const decision = log.at(-1)?.["decision"] as Decision;
  expect(decision.kind).toBe("context_overflow");
  expect(decision.question).toMatch(
    /takes about \d+ tokens without the older turns, and the window of openai\/gpt-5\.5 leaves 3000/,
  );
  expect(decision.options.some(({ id: option }) => option === "truncate" || option === "summarize")).toBe(false);
  expect(world.models.journal).toHaveLength(0);
  await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
}, 60_000);
