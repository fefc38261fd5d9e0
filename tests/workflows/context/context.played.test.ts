import { describe, expect, it } from "vitest";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { longTurns, outputOf, requestTokens, windowed } from "../../support/debates/long-debate.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent } from "../../support/world.ts";

const world = await useWorld();

const WINDOW = 8_000;
const P = ["p1", "p2", "p3", "p4"];
const LONG = { maxRounds: 12, judging: "final-only" };
const of = (log: FlatEvent[], type: string) => log.filter((e) => e.type === type);
const asked = (kind: string) => world.models.journal.filter((entry) => kindOf(entry) === kind);
const textOf = (entry: { messages: { content: string }[] } | undefined) =>
  (entry?.messages ?? []).map((m) => m.content).join("\n");
const degradedOf = (log: FlatEvent[]) =>
  (of(log, "result.completed")[0]?.["result"] as { degraded: { what: string }[] } | undefined)?.degraded ?? [];

function requireInWindow(): void {
  const longest = world.models.journal.map((entry) => requestTokens(entry) + outputOf(entry));
  expect(Math.max(...longest)).toBeLessThanOrEqual(WINDOW);
}

describe("a debate that outgrows its models' windows", () => {
  it("is summarised once for all, never sends more than the window, and shows every prompt as it was sent", async () => {
    world.models.use(debaters(P, longTurns(250)));
    const { id } = await world.create(windowed(WINDOW, LONG, 4));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    requireInWindow();
    const summaries = of(log, "context.summarized");
    expect(summaries.length).toBeGreaterThan(2);
    expect(asked("condensing")).toHaveLength(summaries.length);
    const whole = await world.transcript(id);
    expect(whole.summaries.map((s) => s.id)).toEqual(summaries.map((e) => (e["summary"] as { id: string }).id));
    // The last speaker reads a summary, and what came after it word for word.
    const last = textOf(asked("turn").at(-1));
    expect(last.includes("In brief, summary")).toBe(true);
    expect(last.includes("speech 47.")).toBe(true);
    expect(last.includes("speech 1.")).toBe(false);
    // Each summary is made of the one before and of what came since.
    const newest = textOf(asked("condensing").at(-1));
    expect(newest.includes(`In brief, summary ${summaries.length - 1}.`)).toBe(true);
    expect(newest.includes(`In brief, summary ${summaries.length - 2}.`)).toBe(false);
    // Told once for each reader and summary.
    const told = log.filter((e) => e.type.startsWith("context."));
    expect(told.slice(0, 2).map((e) => e.type)).toEqual(["context.warning", "context.summarized"]);
    expect(told[0]).toMatchObject({ strategy: "summarize", capacity: 6_000 });
    expect(told[0]?.["use"]).toBeGreaterThan(0.8);
    expect(whole.turns.filter((t) => t.context?.strategy === "summarize").length).toBeGreaterThan(30);
    for (const turn of whole.turns) {
      const { body } = await world.request(`/v1/debates/${id}/turns/${turn.id}`);
      expect(body?.prompt, turn.id).not.toBeNull();
    }
    const { cost, usage } = await world.debate(id);
    const report = (await world.request(`/v1/debates/${id}/costs`)).body as {
      total: { usage: object; costUsd: number };
      summaries: { usage: { calls: number } };
    };
    expect(report.summaries.usage.calls).toBe(summaries.length);
    expect(report.total).toEqual({ usage, costUsd: cost.totalUsd, cachedShare: 0 });
  }, 60_000);

  it("warns of full windows among the debate's warnings, until the owner acknowledges them", async () => {
    const gate = Promise.withResolvers<void>();
    const script = debaters(P, longTurns(250));
    world.models.use(async (request) => {
      if (kindOf(request) === "verdict") await gate.promise;
      return script(request);
    });
    const contextWindow = { strategy: "truncate" };
    const { id } = await world.create(windowed(WINDOW, { ...LONG, maxRounds: 5, contextWindow }, 4));
    await world.until(id, (e) => e.type === "debate.status" && e["status"] === "concluding");
    const contexts = ({ warnings }: Debate) => warnings.filter(({ code }) => code === "context-window");
    const warned = contexts(await world.debate(id));
    expect(warned.length).toBeGreaterThan(0);
    expect(warned.every(({ acknowledged }) => acknowledged === false)).toBe(true);
    expect(warned[0]?.detail).toMatch(/^the prompt of .+ took \d+ % of its model's context window in round \d$/);
    const { status, body } = await world.post(`/v1/debates/${id}/acknowledge`);
    expect([status, contexts(body).map(({ acknowledged }) => acknowledged)]).toEqual([200, warned.map(() => true)]);
    gate.resolve();
    const seen = of(await world.finished(id), "warning.acknowledged");
    expect(seen).toMatchObject([{ thresholds: [], contexts: warned.map(() => expect.any(String)) }]);
  });

  it.each(["truncate", "window"] as const)(
    "leaves older turns out by the strategy %s, without any summary",
    async (strategy) => {
      world.models.use(debaters(P, longTurns(250)));
      const { id } = await world.create(windowed(WINDOW, { ...LONG, maxRounds: 5, contextWindow: { strategy } }, 4));
      const log = await world.finished(id);
      expect(log.at(-1)?.type).toBe("debate.completed");
      requireInWindow();
      expect(asked("condensing")).toHaveLength(0);
      const last = textOf(asked("turn").at(-1));
      expect(last.includes("speech 1.")).toBe(strategy === "window");
      expect(last.includes("speech 19.")).toBe(true);
      const { turns } = await world.transcript(id);
      expect(turns.at(-1)?.context).toMatchObject({ strategy });
      const { body } = await world.request(`/v1/debates/${id}/turns/${turns.at(-1)?.id}`);
      expect(body?.prompt).not.toBeNull();
    },
    60_000,
  );

  it("slides first and is summarised above 90 % where only a summarizer of its own may write", async () => {
    world.models.use(debaters(P, longTurns(250)));
    const contextWindow = { summaries: false, summarizerModel: "openai/gpt-5.4" };
    const { id } = await world.create(windowed(WINDOW, { ...LONG, maxRounds: 7, contextWindow }, 4));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    requireInWindow();
    expect(asked("condensing").length).toBeGreaterThan(0);
    expect(new Set(asked("condensing").map(({ model }) => model))).toEqual(new Set(["gpt-5.4"]));
    const told = of(log, "context.warning") as unknown as { use: number; strategy: string; id: number }[];
    const between = told.filter(({ use }) => use <= 0.9);
    expect(between.length).toBeGreaterThan(0);
    expect(between.every(({ strategy }) => strategy === "window")).toBe(true);
    // The first to pass 90 % asks for the summary.
    const first = told.find(({ use }) => use > 0.9);
    expect(first?.strategy).toBe("summarize");
    expect(of(log, "context.summarized")[0]?.id).toBeGreaterThan(first?.id ?? 0);
  }, 60_000);

  it("goes on without a summary that fails, and says so", async () => {
    world.models.use(debaters(P, { ...longTurns(250), condense: () => ({ error: { status: 401 } }) }));
    const { id } = await world.create(windowed(WINDOW, { ...LONG, maxRounds: 7 }, 4));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    requireInWindow();
    expect(of(log, "context.summarized")).toHaveLength(0);
    expect(degradedOf(log)[0]?.what).toMatch(/^a summary of the transcript in round \d+/);
    const { turns } = await world.transcript(id);
    expect(turns.at(-1)?.context?.strategy).toBe("window");
  }, 60_000);

  it("fits what its judge reads each round", async () => {
    world.models.use(debaters(P, longTurns(250)));
    const { id } = await world.create(windowed(WINDOW, { maxRounds: 6, judging: "every-round" }, 4));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    requireInWindow();
    expect(asked("assessment")).toHaveLength(6);
    expect(textOf(asked("verdict").at(-1)).includes("In brief, summary")).toBe(true);
  }, 60_000);

  it("shares one summary among those who speak at once", async () => {
    world.models.use(debaters(P, longTurns(250)));
    const { id } = await world.create(windowed(WINDOW, { ...LONG, maxRounds: 6, mode: "simultaneous" }, 4));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    requireInWindow();
    const over = log.find((e) => e.type === "debate.status" && e["status"] === "concluding")?.id ?? 0;
    const summaries = of(log, "context.summarized").filter((e) => e.id < over);
    expect(summaries.length).toBeGreaterThan(0);
    const rounds = summaries.map((e) => e["round"]);
    expect(new Set(rounds).size).toBe(rounds.length);
  }, 60_000);
});
