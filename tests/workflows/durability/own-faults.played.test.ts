/** Every act has an end: a good reply is bought once, and a fault of our own code ends its act after three tries. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Models } from "../../../activities/models/base/port.model.ts";
import { chargedOf } from "../../../domain/play/budget/ledger.budget.ts";
import { createMetrics, type Metrics } from "../../../infra/metrics/index.ts";
import type { Store } from "../../../store/port/store.ts";
import { responsesEvents } from "../../activities/models/raw-server.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

/** What goes wrong around the models and the store, one test at a time. */
const broken: { after?: (call: { model: string }) => void; instead?: () => void; put?: (kind: string) => void } = {};

/** Metrics as an operator might write their own, with a mistake. */
function mistaken(metrics: Metrics): Metrics {
  return {
    ...metrics,
    models: (models: Models): Models => {
      const metered = metrics.models(models);
      return {
        async complete(call) {
          if (broken.instead) {
            // The reply is bought, and lost on its way.
            const { onReply: _unheard, ...rest } = call;
            await metered.complete(rest);
            broken.instead();
          }
          const reply = await metered.complete(call);
          broken.after?.(call.model);
          return reply;
        },
      };
    },
    store: <T extends Store>(store: T): T => {
      const metered = metrics.store(store);
      const put: Store["records"]["put"] = async (scope, kind, value, ...place) => {
        broken.put?.(kind.name);
        return metered.records.put(scope, kind, value, ...place);
      };
      return { ...metered, records: { ...metered.records, put } };
    },
  };
}

const world = await useWorld({ metrics: mistaken(createMetrics()) });
const bug = () => {
  throw new TypeError("a bug of our own");
};
const PRICE = { input: 1, output: 10 };
const MOST = 200;

/** One debater whose prices are easy to reckon with, and a judge. */
const request = (changes: object = {}) => {
  const { participants, ...rest } = requestOf({ maxRounds: 1, ...changes }) as { participants: object[] };
  const model = { model: "openai/priced", maxOutputTokens: MOST, priceUsdPerMTok: PRICE };
  const judge = { model: { ...model, model: "openai/judge", maxOutputTokens: 400 }, bothOrders: false };
  return { ...rest, participants: participants.map((one) => ({ ...one, model })), judge };
};
const isTurn = (asked: ModelRequest) => kindOf(asked) === "turn";
const turnsAsked = () => world.models.journal.filter(isTurn).length;

/** Turns are answered with these counts, whatever they are. */
function counting(usage: () => unknown): void {
  const script = debaters(["p1", "p2"]);
  world.models.use((asked): ModelReplyScript => {
    if (!isTurn(asked)) return script(asked);
    return { events: responsesEvents(["Tolls cut traffic."], { usage: usage() }) };
  });
}

const failures = (log: FlatEvent[]) =>
  log.filter(({ type }) => type === "turn.failed").map((e) => [e["kind"], e["attempt"], e["waitMs"] === null]);

describe("a good reply is bought once", () => {
  it.each([
    ["null", { input_tokens: null, output_tokens: null, total_tokens: null }],
    ["missing", {}],
    ["negative", { input_tokens: -1, output_tokens: -1 }],
    ["text", { input_tokens: "100", output_tokens: "30" }],
    ["half", { input_tokens: 100 }],
    ["no object", "many"],
  ])("when its counts are %s", async (_, usage) => {
    counting(() => usage);
    const { id } = await world.create(request());
    const log = await world.finished(id);
    expect(failures(log)).toEqual([]);
    expect(turnsAsked()).toBe(2);
    const { status, usage: counted, cost } = await world.debate(id);
    expect([status, counted.calls, cost.totalUsd]).toEqual(["completed", world.models.journal.length, null]);
    // At least the longest reply of each turn.
    expect(counted.uncounted?.costUsd).toBeGreaterThan((2 * MOST * PRICE.output) / 1_000_000);
  });

  it("when what observes the call fails after it", async () => {
    world.models.use(debaters(["p1", "p2"]));
    broken.after = bug;
    const { id } = await world.create(request());
    const log = await world.finished(id);
    delete broken.after;
    expect(failures(log)).toEqual([]);
    const { status, usage } = await world.debate(id);
    expect([status, usage.calls]).toEqual(["completed", world.models.journal.length]);
  });
});

describe("a fault of our own code", () => {
  const inError = (e: FlatEvent) => e.type === "debate.status" && e["status"] === "error";
  const policies = { onParticipantFailure: "end" };

  it("ends a turn after three tries, and what was bought is charged", async () => {
    world.models.use(debaters(["p1", "p2"]));
    broken.instead = bug;
    const { id } = await world.create(request({ policies, limits: { maxCostUsd: 1 } }));
    const log = await world.until(id, inError);
    delete broken.instead;
    expect(failures(log)).toEqual([1, 2, 3].map((n) => ["internal", n, n === 3]));
    expect(world.models.journal.length).toBe(3);
    await expect.poll(async () => (await world.debate(id)).status).toBe("error");
    const { error, cost, participants } = await world.debate(id);
    expect(error).toMatchObject({ kind: "internal", retryable: true, message: expect.stringContaining("TypeError") });
    expect(participants[0]).toMatchObject({ status: "error" });
    expect(cost.unsettledUsd).toBeGreaterThan((3 * MOST * PRICE.output) / 1_000_000);
    // Once the code is mended, the debate goes on where it stopped.
    await world.post(`/v1/debates/${id}/retry`);
    await world.finished(id);
    expect((await world.debate(id)).status).toBe("completed");
  });

  it("after a reply counts what each try has bought", async () => {
    world.models.use(debaters(["p1", "p2"]));
    broken.put = (kind) => kind === "turn" && bug();
    const { id } = await world.create(request({ policies }));
    const log = await world.until(id, inError);
    delete broken.put;
    expect(failures(log)).toEqual([1, 2, 3].map((n) => ["internal", n, n === 3]));
    await expect.poll(async () => (await world.debate(id)).usage.calls).toBe(world.models.journal.length);
    expect(world.models.journal.length).toBe(3);
    const { usage, cost } = await world.debate(id);
    expect([usage.inputTokens, usage.outputTokens, cost.totalUsd]).toEqual([300, 60, 0.0009]);
    await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
  });

  it("beside the acts leaves the debate in error, to be retried", async () => {
    world.models.use(debaters(["p1", "p2"], { ask: () => ["How much is the toll?"] }));
    broken.put = (kind) => kind === "question" && bug();
    const { id } = await world.create(request({ clarifications: { enabled: true } }));
    await world.until(id, inError);
    delete broken.put;
    const asked = world.models.journal.length;
    await expect.poll(async () => (await world.debate(id)).error?.kind).toBe("internal");
    await world.post(`/v1/debates/${id}/retry`);
    await world.until(id, ({ type }) => type === "clarification.asked");
    expect(world.models.journal.length).toBe(asked);
    await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
  });
});

describe("a debate under a limit", () => {
  /** Counts that a provider may have, and what stands in their place. */
  const count = fc.oneof(
    fc.integer({ min: 1, max: 100 }),
    fc.constantFrom(null, undefined, 0, -1, 0.5, "100", true, [], {}, 1e12, 1e308, 2 ** 53),
  );
  const usage = fc.record({ input_tokens: count, output_tokens: count });

  it("passes it by no counts that a provider may report", async () => {
    const property = fc.asyncProperty(fc.array(usage, { minLength: 1, maxLength: 8 }), async (counts) => {
      world.models.forget();
      let n = 0;
      counting(() => counts[n++ % counts.length]);
      const maxCostUsd = 0.05;
      const { id } = await world.create(request({ maxRounds: 10, limits: { maxCostUsd } }));
      await world.finished(id);
      const record = await world.store.getDebate({ tenant: "default", debateId: id });
      const charged = record ? chargedOf(record.state).costMicroUsd : Number.NaN;
      // A reply is four tokens.
      expect(charged).toBeGreaterThanOrEqual(4 * turnsAsked() * PRICE.output);
      expect(charged).toBeLessThanOrEqual(maxCostUsd * 1_000_000);
      expect((await world.debate(id)).usage.calls).toBe(world.models.journal.length);
    });
    await fc.assert(property, { numRuns: Number(process.env["ODD_DEBATES"] ?? 4) });
  }, 120_000);
});
