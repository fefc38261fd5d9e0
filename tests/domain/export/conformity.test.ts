import { describe, expect, it } from "vitest";
import { conformityOf } from "../../../domain/judge/conformity/conformity.judging.ts";
import type { Poll } from "../../../domain/shapes/schemas/poll.schema.ts";
import { buildTrace } from "../../../domain/show/export/trace.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { renderMarkdown } from "../../../domain/show/report/markdown.report.ts";
import { configFor, debateOf, resultOf, roundsOf, USAGE, verdictOf } from "../../support/debates/transcripts.ts";

const config = configFor();
const poll = (participant: number, round: number, changes: Partial<Poll> = {}): Poll => ({
  id: `g1-r${round}-poll-${participant}`,
  participantId: `p${participant}`,
  round,
  model: "demo/debater",
  answer: "Tolls first.",
  stance: 30,
  confidence: 60,
  reasons: ["A toll pays for the trams.", "A toll can be undone."],
  cause: null,
  causeKind: null,
  usage: USAGE,
  costUsd: 0,
  latencyMs: 1,
  attempt: 1,
  at: "2026-11-21T12:00:00.000Z",
  ...changes,
});
const polls = [
  poll(1, 0, { stance: 80.5 }),
  poll(2, 0),
  poll(1, 1, { stance: 32, cause: "g1-r1-t2", causeKind: "turn" }),
  poll(2, 1),
  poll(2, 2, { answer: "| Tolls | <b>" }),
];
const conformity = [0, 1, 2]
  .map((round) => conformityOf(polls, round))
  .map((of) => ({ id: `g1-r${of.round}-conformity`, ...of, stable: of.round === 2 }));
// So that both findings stand in one cell.
Object.assign(conformity[2] ?? {}, { hollow: true, hollowBecause: ["uncaused_changes"] });

function report(language: "en" | "de", whole: Partial<TranscriptExport> = { polls }): string {
  const debate = debateOf(config, { language, ...(whole.polls && { conformity }) });
  const parts = { debate, turns: roundsOf(config, 2), assessments: [], result: resultOf(verdictOf(config)) };
  const trace = buildTrace({ ...parts, events: [] });
  return renderMarkdown({ ...parts, summaries: [], questions: [], decisions: [], trace, events: [], ...whole });
}

describe("a report of a debate with private polls", () => {
  it("has the stances by round in a table, with what was measured", () => {
    const text = report("en");
    const table = text.slice(text.indexOf("## Private stances"), text.indexOf("## About"));
    expect(table.split("\n").filter((line) => line.startsWith("|"))).toEqual([
      "| Round | Ada | Bruno | Mean change | Measured |",
      "| --- | --- | --- | --- | --- |",
      "| Before round 1 | 80.5 | 30 | – | – |",
      "| 1 | 32 | 30 | 24.3 | – |",
      "| 2 | – | 30 | – | stances are stable, hollow consensus |",
    ]);
  });

  it("has each answer in its round, with its reasons and its cause", () => {
    const text = report("en");
    const first = text.slice(text.indexOf("## Before round 1"), text.indexOf("## Round 1"));
    expect(first).toContain("### Private answers");
    expect(first).toContain("Ada: stance 80.5 of 100, 60 % sure.");
    const second = text.slice(text.indexOf("## Round 1"), text.indexOf("## Round 2"));
    expect(second).toMatch(/Ada: stance 32 of 100, 60 % sure\.[^#]+Named as the cause: Bruno's response in round 1/);
    expect(second).toContain("A toll can be undone");
    expect(text).not.toContain("<b>");
  });

  it("has its words in German, and is silent without polls", () => {
    const text = report("de");
    expect(text).toContain("| Runde | Ada | Bruno | Mittlere Änderung | Gemessen |");
    expect(text).toContain("die Haltungen sind stabil, hohler Konsens");
    expect(text).toContain("Ada: Haltung 80,5 von 100, zu 60 % sicher.");
    expect(report("en", {})).not.toMatch(/Private (?:stances|answers)/);
  });
});
