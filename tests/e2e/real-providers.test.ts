/**
 * Debates with real models, where a key is set: `OPENAI_API_KEY` or `ANTHROPIC_API_KEY`. They cost a few cents; without
 * a key they are skipped.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { CRITERIA } from "../../domain/shapes/schemas/rubric.schema.ts";
import type { TranscriptExport } from "../../domain/show/export/transcript.export.ts";
import { verdictIn } from "../support/models/replies.ts";
import { openWorld } from "../support/use-world.ts";
import type { FlatEvent, World } from "../support/world.ts";

const PROVIDERS = [
  { id: "openai", model: "openai/gpt-5.5", key: process.env["OPENAI_API_KEY"] },
  { id: "anthropic", model: "anthropic/claude-sonnet-5", key: process.env["ANTHROPIC_API_KEY"] },
];
const MINUTES = 10 * 60_000;

describe.each(PROVIDERS)("a two-round debate on $model", ({ id, model, key }) => {
  describe.skipIf(!key)(key ? "with a key" : "without a key: skipped", () => {
    let world: World;
    let log: FlatEvent[];
    let debate: Debate;
    let transcript: TranscriptExport;
    beforeAll(async () => {
      world = await openWorld({
        providers: { [id]: { apiKey: key ?? "" } },
        durations: { turnTimeout: 120_000, judgeTimeout: 180_000, silence: 30_000 },
      });
      const made = await world.create({
        topic: "Should a small town close its main street to cars?",
        format: "round-limited",
        maxRounds: 2,
        participants: ["Ada", "Ben"].map((name) => ({ name, model })),
        judge: { model },
      });
      log = await world.finished(made.id);
      debate = await world.debate(made.id);
      transcript = await world.transcript(made.id);
    }, MINUTES);
    afterAll(() => world?.stop());

    it("completes with four turns, each streamed", () => {
      expect(log.at(-1)?.type).toBe("debate.completed");
      expect(transcript.turns).toHaveLength(4);
      const deltas = log.filter((e) => e.type === "turn.delta").map((e) => e["turnId"]);
      expect(new Set(deltas).size).toBe(4);
    });

    it("has speakers that answer one another by name", () => {
      const later = transcript.turns.filter((turn) => turn.round === 2);
      for (const turn of later) expect(turn.text).toContain(turn.participant === "Ada" ? "Ben" : "Ada");
    });

    it("has a verdict true to its schema, with every participant scored on every criterion", () => {
      const verdict = verdictIn(debate.result);
      for (const participant of ["p1", "p2"]) {
        expect(verdict?.scores[participant]).toBeGreaterThan(0);
        expect(Object.keys(verdict?.criterionScores[participant] ?? {}).toSorted()).toEqual(CRITERIA.toSorted());
      }
    });

    it("knows what it has cost", () => {
      expect(debate.cost.totalUsd).toBeGreaterThan(0);
      expect(debate.usage.outputTokens).toBeGreaterThan(100);
    });
  });
});
