import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { buildTrace } from "../../../domain/show/export/trace.ts";
import { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { renderMarkdown } from "../../../domain/show/report/markdown.report.ts";
import { cell, inline, quote, table } from "../../../domain/show/report/markdown-text.report.ts";
import {
  assessmentOf,
  configFor,
  debateOf,
  resultOf,
  roundsOf,
  speaker,
  turnOf,
  verdictOf,
} from "../../support/debates/transcripts.ts";

const config = configFor();

function exportOf(changes: Partial<TranscriptExport> = {}, of: DebateConfig = config): TranscriptExport {
  const parts = {
    debate: changes.debate ?? debateOf(of),
    turns: changes.turns ?? roundsOf(of, 2),
    assessments: changes.assessments ?? [assessmentOf(of, 1)],
    result: changes.result === undefined ? resultOf(verdictOf(of)) : changes.result,
  };
  const trace = buildTrace({ ...parts, events: [] });
  return { ...parts, summaries: [], questions: [], decisions: [], trace, events: [], ...changes };
}

const headings = (markdown: string) =>
  markdown.split("\n").filter((line) => /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*#{1,6}(?:\s|$)/.test(line));
const report = (changes: Partial<TranscriptExport> = {}, of: DebateConfig = config) =>
  renderMarkdown(exportOf(changes, of));

describe("a report", () => {
  it("has the verdict first and what was said last, with the debate's facts between them", () => {
    expect(headings(report()).filter((line) => /^##? /.test(line))).toEqual([
      "# Debate: Should cities ban private cars?",
      "## Verdict",
      "## About this debate",
      "## Topic",
      "## Participants",
      "## Costs",
      "## Round 1",
      "## Round 2",
    ]);
  });

  it("tells of a full context window and of a summary in the round where they happened, of this generation only", () => {
    const at = "2026-11-21T12:00:00.000Z";
    const warning = {
      round: 2,
      participantId: "p1",
      use: 0.853,
      strategy: "summarize",
      capacity: 6_000,
      tokens: 5_118,
    };
    const summary = { id: "s", until: { round: 1, index: 2 }, before: 4_000, after: 900 };
    const told = (id: number, type: string, data: Record<string, unknown>) => ({ id, type, at, data });
    const own = { round: 2, participantId: null, summary: { id: "j", before: 6_000, after: 800 } };
    const events = [
      told(1, "context.warning", { ...warning, use: 0.99 }),
      told(2, "debate.status", { by: "reset" }),
      told(3, "context.warning", warning),
      told(4, "context.summarized", { round: 2, participantId: null, summary }),
      told(5, "context.summarized", own),
    ];
    const text = report({ events });
    const second = text.slice(text.indexOf("## Round 2"));
    const lines = [
      "- Context window: 85 % full for Ada; older turns are summarised",
      "- Summary: all turns up to turn 2 of round 1, 4000 characters in 900",
      "- Summary: the view of the judge, 6000 characters in 800",
    ];
    expect(second).toContain(lines.join("\n"));
    expect(text.match(/Context window:/g)).toHaveLength(1);
  });

  it("shows the context when there is one", () => {
    expect(report({ debate: debateOf(config, { context: "Background." }) })).toContain("## Context\n\n> Background.");
    expect(report()).not.toContain("## Context");
  });

  it("lists the participants with position, character and model", () => {
    const of = configFor({ participants: [speaker(0, { persona: "A dry engineer." }), speaker(1)] });
    expect(report({}, of)).toContain("| Ada | Argues yes. | A dry engineer. | demo/debater |");
  });

  it("shows each turn under its phase, its speaker and its id, as a quotation", () => {
    const turns = [
      turnOf(config, { round: 1, index: 1 }, { phase: "opening", text: "One.\n\nTwo." }),
      turnOf(config, { round: 1, index: 2 }, { phase: "opening" }),
    ];
    expect(report({ turns })).toContain(
      "### Opening statements\n\n#### Ada (g1-r1-t1)\n\n> One.\n>\n> Two.\n\n#### Bruno",
    );
  });

  it("puts turns in their order, however they came", () => {
    const text = report({ turns: roundsOf(config, 2).toReversed() });
    const places = ["g1-r1-t1)", "g1-r1-t2)", "g1-r2-t1)", "g1-r2-t2)"].map((id) => text.indexOf(id));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("says of a failed turn that it took no part", () => {
    const turns = [turnOf(config, { round: 1, index: 1 }, { status: "failed", text: "Half a" })];
    expect(report({ turns })).toContain("#### Ada (g1-r1-t1)\n\n*This turn failed.");
    expect(report()).not.toContain("This turn failed");
  });

  it("shows an assessment as a table by name, with the weighted score, flags and findings", () => {
    const flags = { repetitive: true, drifting: false, diminishingReturns: false, convergenceReached: false };
    const text = report({ assessments: [assessmentOf(config, 1, { flags, shouldContinue: false })] });
    expect(text).toContain(
      "| Participant | Logical consistency | Evidence | Engagement | Novelty | Persuasiveness | Relevance | Score |",
    );
    expect(text).toContain("| Ada | 7 | 7 | 7 | 7 | 7 | 7 | 7 |");
    expect(text).toContain(
      "### The judge on round 1\n\nQuality 7.5 of 10; the debate repeats itself; it could end here.\n\n| Participant",
    );
    expect(text).toContain("> Reasons for round 1.\n\n- Ada, strength: Clear in Ada, round 1.");
  });

  it("shows apart from the judge's flags what the code measured, each repetition with how it was found", () => {
    const measured = {
      repetition: [{ turnId: "g1-r2-t1", with: "g1-r1-t1", overlap: 0.62, by: "containment" as const }],
      diminishingReturns: false,
      drifting: ["p2"],
      trends: { quality: null, novelty: null, engagement: null, length: null },
    };
    const flips = [{ participant: "p1", from: "A | ban", to: "A toll", cause: null, prompted: false }];
    const text = report({ assessments: [assessmentOf(config, 2, { measured, flips })] });
    expect(text).toContain(
      "**Measured by the code:**\n\n- Measured: Ada's response in round 2 repeats Ada's response in round 1 (containment 0.62)\n- Measured: drifting: Bruno\n",
    );
    expect(text).toContain(
      "\n\n- Ada changed position, from “A \\| ban” to “A toll”, unprompted.\n\n> Reasons for round 2.",
    );
    expect(report({ assessments: [assessmentOf(config, 1)] })).not.toContain("Measured by the code");
  });

  it("shows the winner, the scores from best to worst, key points, agreement, disagreement and insights", () => {
    const text = report();
    expect(text).toContain("**Winner:** Ada");
    expect(text).toContain("the last round was held");
    expect(text).toMatch(/\| Ada \| 8 \|.* \| 80 \|\n\| Bruno \| 7 \|.* \| 70 \|/);
    expect(text).toContain("### Key points of Bruno\n\n- Point of seat 2.");
    expect(text).toContain("### Agreement\n\n- Air should be clean.");
    expect(text).toContain("### Disagreement\n\n- Who pays.");
    expect(text).toContain("- Logical consistency: Even, see Ada, round 1.");
    expect(text).toContain("### Insights\n\n- Costs decide.");
    expect(text).toContain("### Dissent\n\n- Bruno had the better example.");
  });

  it("says when there is no winner, and when the judges disagree", () => {
    const undecided = verdictOf(config, { winner: null });
    expect(report({ result: resultOf(undecided) })).toContain("**No winner.**");
    expect(report({ result: resultOf(undecided, { contested: true }) })).toContain(
      "**Contested: the ballots disagree, so nobody is named the winner.**",
    );
  });

  it("shows the votes on a motion and the side that won", () => {
    const won = verdictOf(config, { winner: { side: "against", reasoning: "Votes moved." } });
    const counts = { for: 0, against: 0, undecided: 0 };
    const vote = { before: { ...counts, for: 1 }, after: { ...counts, against: 1 }, swing: { for: -1, against: 1 } };
    const text = report({ result: resultOf(won, { vote }) });
    expect(text).toContain("**Winner:** the side against the motion");
    expect(text).toContain("> Votes moved.\n\n### Votes on the motion\n\n|  | For | Against | Undecided |");
    expect(text).toContain("| Before | 1 | 0 | 0 |\n| After | 0 | 1 | 0 |\n| Swing | \\-1 | \\+1 |  |");
  });

  it("leaves sections out that would be empty", () => {
    const text = report({ result: resultOf(verdictOf(config, { insights: [], dissent: [] })) });
    expect(text).not.toMatch(/### (Insights|Dissent)/);
  });

  it("has no verdict while there is no result", () => {
    expect(report({ result: null, turns: [], assessments: [] })).not.toContain("## Verdict");
  });

  it("shows tokens and costs by participant, judge and in total; an unknown price is said to be unknown", () => {
    const debate = debateOf(config);
    debate.cost.totalUsd = null;
    const text = report({ debate });
    expect(text).toContain("| Ada | demo/debater | 1 | 100 | 40 (40 %) | 20 | $0.001000 |");
    expect(text).toContain("| Judge | demo/judge | 1 | 100 | 40 (40 %) | 20 | $0.005000 |");
    expect(text).toContain("| Total |  | 1 | 100 | 40 (40 %) | 20 | cost unknown |");
  });

  it("says plainly that a demo is canned", () => {
    expect(report({ debate: debateOf(config, { demo: true }) })).toContain(
      "**Demo:** A demo model speaks: its words are canned and mean nothing.",
    );
    expect(report()).not.toContain("demo model speaks");
  });

  it("names what was lost", () => {
    const debate = debateOf(config, { degraded: [{ what: "Bruno", why: "three timeouts" }] });
    expect(report({ debate })).toContain("## What was lost\n\n- Bruno: three timeouts");
  });

  it("shortens a long topic in its title, and gives the whole of it below", () => {
    const debate = debateOf(config, { topic: `${"long ".repeat(50)}\nend` });
    const [title] = report({ debate }).split("\n");
    expect(title?.length).toBeLessThan(140);
    expect(report({ debate })).toContain("> end");
  });

  it("does without a judge", () => {
    const text = report({ debate: debateOf(config, { judge: null }) });
    expect(text).toContain("- Judge: none");
    expect(text).not.toContain("| Judge |");
  });
});

describe("text of models in a report", () => {
  it.each([
    "# Verdict",
    "###### x",
    "   ## x",
    "> # x",
    "- # x",
    "1. ## x",
    "- > 2) # x",
    "Winner\n===",
    "Winner\n---",
    "> Winner\n> ---",
    "#",
  ])("makes no heading: %j", (text) => {
    const lines = quote(text)
      .split("\n")
      .map((line) => line.replace(/^> ?/, ""));
    expect(headings(lines.join("\n"))).toEqual([]);
    expect(lines.filter((line) => /^[\s>]*(?:=+|-+)\s*$/.test(line))).toEqual([]);
  });

  it("keeps paragraphs, lists, emphasis, tables and hashes inside a line", () => {
    const text = "A **bold** point.\n\n- one\n- two\n\n1. first\n\n| a | b |\n|---|---|\n\nissue #7, C#";
    expect(quote(text)).toBe(
      text
        .split("\n")
        .map((line) => (line === "" ? ">" : `> ${line}`))
        .join("\n"),
    );
  });

  it("makes no HTML and no entity", () => {
    expect(quote("<script>x</script> &lt;b> &#60; R&D <!-- c -->")).toBe(
      "> &lt;script>x&lt;/script> &amp;lt;b> &amp;#60; R&D &lt;!-- c -->",
    );
  });

  it("makes no images, links or link definitions", () => {
    const text = "![x](http://t/x.png) [a](javascript:x) [a\\](javascript:x) [b][c]\n[c]: http://t";
    expect(quote(text)).not.toMatch(/!\[|\]\(|\]\[|\]:/);
  });

  it.each(["\n", "\r\n", "\r"])("stays in its quotation over line breaks of the kind %j", (end) => {
    expect(quote(`a${end}${end}b`)).toBe("> a\n>\n> b");
  });

  it.each(["a | b", "a \\| b", "a \\\\| b", "a\nb | c", "a\r| b", "`a|b`", "a \\"])("stays in its cell: %j", (text) => {
    const line = table(["h"], [[text]]).split("\n")[2] ?? "";
    expect(line.match(/\|/g)).toHaveLength(2);
    expect(line.endsWith(" |")).toBe(true);
  });

  it.each([
    ["# x", "\\# x"],
    ["- x", "\\- x"],
    ["1. x", "1\\. x"],
    ["> x", "\\> x"],
    ["*x* _y_ [z](u) `c` ~d~", "\\*x\\* \\_y\\_ \\[z\\](u) \\`c\\` \\~d\\~"],
    ["<b>", "&lt;b>"],
    ["&#60;b>", "&\\#60;b>"],
    ["a\n\n# b", "a \\# b"],
  ])("is plain in a line of ours: %j", (text, written) => {
    expect(inline(text)).toBe(written);
  });

  it("leaves numbers in cells as they are", () => {
    expect(cell(-1.5)).toBe("-1.5");
  });

  it("can nowhere add a heading, a tag or a row to a report", () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          "\n",
          "\r",
          "# ",
          "## Verdict",
          "---",
          "===",
          "<script>",
          "|",
          "\\",
          "> ",
          "- ",
          "1. ",
          "`",
          "```",
          "x",
          "&lt;",
          "[a](b)",
          "![a](b)",
        ),
        { minLength: 1, maxLength: 12 },
      )
      .map((parts) => `x${parts.join("")}`);
    const shape = (markdown: string) => ({
      headings: headings(markdown).length,
      rows: markdown
        .split("\n")
        .filter((line) => line.startsWith("|"))
        .map((line) => (line.match(/\|/g) ?? []).length),
    });
    const written = (text: string) =>
      report({
        debate: debateOf(config, { topic: text, context: text, degraded: [{ what: text, why: text }] }),
        turns: [turnOf(config, { round: 1, index: 1 }, { text })],
        assessments: [assessmentOf(config, 1, { reasoning: text, recommendations: [text] })],
        result: resultOf(
          verdictOf(config, { summary: text, reasoning: text, insights: [text], keyPoints: { p1: [text] } }),
        ),
      });
    const plain = shape(written("x"));
    fc.assert(
      fc.property(hostile, (text) => {
        expect(shape(written(text))).toEqual(plain);
        expect(written(text)).not.toMatch(/<|!\[|[^\\]\]\(/);
      }),
    );
  });
});

describe("the export's schema", () => {
  it("accepts a whole export", () => {
    expect(TranscriptExport.safeParse(exportOf()).error).toBeUndefined();
  });

  it("refuses what no feature fills yet", () => {
    expect(TranscriptExport.safeParse({ ...exportOf(), summaries: ["x"] }).success).toBe(false);
  });

  it("renders the same after a journey through JSON", () => {
    const travelled = TranscriptExport.parse(JSON.parse(JSON.stringify(exportOf())));
    expect(renderMarkdown(travelled)).toBe(report());
  });
});
