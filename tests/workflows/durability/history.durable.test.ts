import { defaultPayloadConverter } from "@temporalio/common";
import { describe, expect, it } from "vitest";
import { differences } from "../../soak/replayed.ts";
import { pollJson, positionsJson, verdictJson } from "../../support/models/replies.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];

describe("a debate's history in Temporal", () => {
  it("stays within 8 events for each model call with the default rest between rounds, too", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create(requestOf({ maxRounds: 3, roundDelayMs: 1_000 }));
    const log = await world.finished(id);
    await world.handle(id).result();
    const { historyLength } = await world.handle(id).describe();
    expect(world.models.journal).toHaveLength(10);
    expect(historyLength / 10).toBeLessThanOrEqual(8);
    const at = (type: string, round: number) =>
      Date.parse(log.find((e) => e.type === type && e["round"] === round)?.at ?? "");
    for (const round of [1, 2]) {
      expect(at("round.started", round + 1) - at("round.completed", round)).toBeGreaterThanOrEqual(1_000);
    }
  });

  it("stays within 8 events and 4 KB for each model call, and holds no text of turns beyond previews", async () => {
    const marker = "the quick brown fox ".repeat(200);
    world.models.use(debaters(P, { turn: (_, n) => ({ text: `Speech ${n}: ${marker} END-OF-SPEECH` }) }));
    const topic = `Should cities ban cars? ${"They are loud. ".repeat(300)} END-OF-TOPIC`;
    const { id } = await world.create(
      requestOf({ topic, maxRounds: 3, context: `${"Some context. ".repeat(500)} END-OF-CONTEXT` }),
    );
    await world.finished(id);
    const calls = world.models.journal.length;
    expect(calls).toBe(10);
    const handle = world.handle(id);
    await handle.result();
    const described = await handle.describe();
    const { events } = await handle.fetchHistory();
    expect(described.historyLength / calls).toBeLessThanOrEqual(8);
    expect((described.historySize ?? Number.POSITIVE_INFINITY) / calls).toBeLessThanOrEqual(4 * 1024);
    const decoded = decode(events);
    for (const end of ["END-OF-SPEECH", "END-OF-TOPIC", "END-OF-CONTEXT"]) expect(decoded).not.toContain(end);
    expect(decoded).toContain("Speech 1: the quick brown fox");
    for (const preview of decoded.match(/Speech \d: [^"\\]*/g) ?? []) expect(preview.length).toBeLessThanOrEqual(300);
  });

  it("stays within 8 events and 4 KB for each call with polls, and holds no text of theirs", async () => {
    const poll = () => ({ text: pollJson({ reasons: [`END-OF-REASON ${"word ".repeat(200)}`] }) });
    world.models.use(debaters(P, { poll }));
    const { id } = await world.create(requestOf({ maxRounds: 4, judging: "final-only", poll: "private" }));
    await world.finished(id);
    await world.handle(id).result();
    const { historyLength, historySize = Infinity } = await world.handle(id).describe();
    const calls = world.models.journal.length;
    expect(calls).toBe(8 + 10 + 1);
    expect(historyLength / calls).toBeLessThanOrEqual(8);
    expect(historySize / calls).toBeLessThanOrEqual(4 * 1024);
    const { events } = await world.handle(id).fetchHistory();
    expect(decode(events)).not.toContain("END-OF-REASON");
  });

  it("holds no text of positions that were assigned, but for a preview", async () => {
    const long = (n: number) => `Position ${n}: ${"roads are for all ".repeat(60)} END-OF-POSITION`;
    const answer = JSON.parse(positionsJson(2)) as { positions: object[] };
    const positions = answer.positions.map((p, i) => ({ ...p, position: long(i) }));
    const text = JSON.stringify({ positions, reasoning: "END-OF-REASONING" });
    world.models.use(debaters(P, { assign: () => ({ text }) }));
    const participants = ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5" }));
    const { id } = await world.create(requestOf({ maxRounds: 1, participants }));
    await world.finished(id);
    const { events } = await world.handle(id).fetchHistory();
    const history = decode(events);
    expect(history).toContain("Position 0: roads are for all");
    expect(history).not.toContain("END-OF");
  });

  it("keeps account of a limit over continue-as-new: totals, warnings and what is charged", async () => {
    // An attempt that a busy machine lets miss its heartbeats is charged as one whose cost is not known.
    const own = await openWorld({ continueAfterEvents: 60, durations: { heartbeatTimeout: 20_000 } });
    // The verdict's prompt has some 2,000 tokens: a server that counted a few hundred would have cut it.
    own.models.use(debaters(P, { rule: () => ({ text: verdictJson(P), usage: { input: 3_000, output: 200 } }) }));
    const model = { model: "openai/priced", maxOutputTokens: 200, priceUsdPerMTok: { input: 1, output: 10 } };
    const judge = { model: { ...model, model: "openai/judge", maxOutputTokens: 400 }, bothOrders: false };
    const limits = { maxCostUsd: 0.3, warnAtCostUsd: 0.005 };
    const participants = ["Ada", "Ben"].map((name) => ({ name, position: `Argues as ${name}.`, model }));
    const request = { participants, judge, judging: "final-only", maxRounds: 12, limits };
    const { id } = await own.create(requestOf(request));
    const log = await own.finished(id);
    const { raw, runId } = await own.handle(id).describe();
    expect(runId).not.toBe(raw.workflowExecutionInfo?.firstRunId);
    expect(await differences(own, id)).toEqual([]);
    const { cost, result } = await own.debate(id);
    // 24 turns of 100 and 20 tokens, a verdict of 3,000 and 200.
    expect(own.models.journal).toHaveLength(25);
    expect(cost.totalUsd).toBeCloseTo((24 * (100 + 20 * 10) + 3_000 + 200 * 10) / 1_000_000, 9);
    expect(result?.type).toBe("verdict");
    expect(log.filter((e) => e.type === "cost.warning")).toHaveLength(1);
    await own.stop();
  });

  it("continues as new in a long debate, without losing or repeating a turn", async () => {
    const own = await openWorld({ continueAfterEvents: 60 });
    own.models.use(debaters(P));
    const { id } = await own.create(requestOf({ maxRounds: 12 }));
    const log = await own.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect(log.map((e) => e.id)).toEqual(log.map((_, i) => i + 1));
    const spoken = log.filter((e) => e.type === "turn.completed").map((e) => e["turnId"]);
    expect(spoken).toEqual(Array.from({ length: 24 }, (_, i) => `g1-r${Math.floor(i / 2) + 1}-t${(i % 2) + 1}`));
    expect(own.models.journal).toHaveLength(24 + 12 + 1);
    expect(await own.debate(id)).toMatchObject({ status: "completed", round: 12 });
    const last = await own.handle(id).describe();
    expect(last.historyLength).toBeLessThan(120);
    expect(last.raw.workflowExecutionInfo?.firstRunId).not.toBe(last.runId);
    await own.stop();
  });
});

/** Every payload of a history as text. */
function decode(events: unknown): string {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("metadata" in value && "data" in value && value.data instanceof Uint8Array) {
      try {
        texts.push(JSON.stringify(defaultPayloadConverter.fromPayload(value as never)));
      } catch {
        texts.push(Buffer.from(value.data).toString());
      }
      return;
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(events);
  return texts.join("\n");
}
