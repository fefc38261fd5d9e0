import { describe, expect, it } from "vitest";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { buildTrace } from "../../../domain/show/export/trace.ts";
import { renderMarkdown } from "../../../domain/show/report/markdown.report.ts";
import { anchorOf } from "../../../domain/show/report/markdown-text.report.ts";
import { CONCLUDED, CONCLUSION, EXHIBITS } from "../../support/debates/conclusions.ts";
import { ballotOf, configFor, debateOf, roundsOf } from "../../support/debates/transcripts.ts";

const config = configFor();

function report(result: Result): string {
  const debate = { ...debateOf(config), exhibits: EXHIBITS, result };
  const parts = { debate, turns: roundsOf(config, 1), assessments: [], result };
  const trace = buildTrace({ ...parts, events: [] });
  return renderMarkdown({ ...parts, summaries: [], questions: [], decisions: [], trace, events: [] });
}

const headings = (markdown: string) => markdown.match(/^## .*/gm);
/** Between the title and the ruling. */
const conclusionIn = (markdown: string) => markdown.slice(0, markdown.lastIndexOf("Written by"));

describe("the conclusion in a Markdown report", () => {
  it.each([
    ["verdict", ["## The answer", "## Topic", "## Participants", "## Round 1", "## What it rests on", "## Verdict"]],
    ["contested", ["## The answer", "## Topic", "## Participants", "## Round 1", "## What it rests on", "## Verdict"]],
    ["solution", ["## The answer", "## Solution", "## Topic", "## Participants", "## Round 1"]],
    ["answer", ["## The answer", "## Answer", "## Topic", "## Participants", "## Round 1"]],
  ] as const)("comes first, then what was asked for and who argued, and how it was judged last: %s", (kind, order) => {
    const sections = headings(report(CONCLUDED[kind])) ?? [];
    expect(sections.slice(0, order.length)).toEqual(order);
    expect(sections.at(-1)).toBe("## Costs");
  });

  it("lists before the transcript what exhibits settle, counts the rest, and lists that after it", () => {
    const [before = "", after = ""] = report(CONCLUDED.verdict).split("## Round 1");
    expect(before).toContain("- **Not verified by any exhibit:** claims: 1\n");
    expect(before).not.toContain("Deliveries halve.");
    expect(after).toContain("## What it rests on\n\n- **Not verified by any exhibit:** Deliveries halve.");
  });

  it("is left out where there is none", () => {
    const { conclusion: _none, ...result } = CONCLUDED.verdict;
    const text = report(result);
    expect(headings(text)?.[0]).toBe("## Verdict");
    for (const words of ["The answer", "Support:", "What decides it"]) expect(text).not.toContain(words);
  });

  it("has the answer, where it stands on the motion, and its support with every reason", () => {
    expect(report(CONCLUDED.verdict)).toContain(
      [
        `> ${CONCLUSION.answer.text}`,
        "**For the motion.**",
        "**Support: moderate.**",
        CONCLUSION.support.because.map((reason) => `- ${reason}`).join("\n"),
      ].join("\n\n"),
    );
  });

  it("says whose answer it is, and why where it is nobody's", () => {
    const { verdict } = CONCLUDED;
    const answered = (answer: object) =>
      report({ ...verdict, conclusion: { ...CONCLUSION, answer: { ...CONCLUSION.answer, ...answer } } });
    expect(answered({ holder: "p1", whyOther: null })).toContain(
      `> ${CONCLUSION.answer.text}\n\nHeld by: Ada\n\n**For`,
    );
    const text = answered({ holder: null, whyOther: "It joins both." });
    expect(text).toContain(`> ${CONCLUSION.answer.text}\n\nWhy this answer: It joins both.\n\n**For`);
    expect(conclusionIn(text).split("**For")[0]).not.toContain("Held by");
  });

  it("names turns that a text names by their places, in the report's language, and never by their ids", () => {
    const text = "Ada shows it in g1-r1-t1 (g1-r2-t2). Laut g1-r1-t2。";
    const cited = { ...CONCLUSION, answer: { ...CONCLUSION.answer, text }, nextSteps: [{ action: text, crux: null }] };
    const shown = report({ ...CONCLUDED.verdict, conclusion: cited, dissent: [text] });
    const places = "Ada shows it in Ada, round 1 (round 2, turn 2). Laut Bruno, round 1。";
    expect(shown.split(places)).toHaveLength(4);
    expect(shown.split("## Round 1")[0]?.replaceAll(/\]\(#[^)]*\)/g, "")).not.toMatch(/g\d-r\d-t\d/);
  });

  it("names for each crux its kind, both best points with links to their turns, what stayed open and who prevailed", () => {
    expect(
      report(CONCLUDED.verdict),
    ).toContain(`#### 1\\. Do shops lose trade when cars are kept out? (a question of fact)

- Ada: Seven of nine streets gained within two years. ([Ada's response in round 1](#ada-g1-r1-t1))
- Bruno: The two that lost are the ones without a tram. ([Bruno's response in round 1](#bruno-g1-r1-t2))
- **Left unanswered:** Whether the gain came from rising rents.
- **Prevailed:** Ada

#### 2\\. Who counts more, those who live there or those who drive in? (a question of values)

- Ada: Whoever breathes the air. ([Ada's response in round 1](#ada-g1-r1-t1))
- Bruno: made no point
- **Prevailed:** nobody
`);
  });

  it("names what would change it, the next steps, and the evidence with its status in words", () => {
    const text = report(CONCLUDED.verdict);
    expect(text).toContain("### What would change it\n\n- Takings fall by a tenth in the first year. → Open the two");
    expect(text).toContain("- Count the takings of the nine streets again. (settles question 1)\n- Order the buses.\n");
    expect(text).toContain(
      "- **An exhibit supports it, as the judge reads it:** Seven of nine streets gained. ([Ada's response in round 1](#ada-g1-r1-t1), [E1](#e1-takings-2024))\n- **An exhibit contradicts it, as the judge reads it:** No city ever reversed it.",
    );
  });

  it("has the minority's case with its holders and their ballots", () => {
    const { verdict: _whole, ...cast } = ballotOf(config, { id: "g1-b2-reversed", order: "reversed" });
    const ballots = [{ ...cast, winner: "p2", scores: {}, valid: true, reasoning: "" }];
    expect(report({ ...CONCLUDED.verdict, ballots })).toContain(
      "### The best case against it\n\n> Without a tram the ban moves trade to the edge of town.\n\nHeld by: Bruno\n\nBallots for it: demo/judge, reversed order\n",
    );
    expect(report(CONCLUDED.solution)).not.toContain("The best case against it");
  });

  it("leads with every link to a heading of the report", () => {
    const text = report(CONCLUDED.verdict);
    const anchors = new Set(text.match(/^#+ .*/gm)?.map((line) => anchorOf(line.replace(/^#+ /, ""))));
    const links = [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor);
    expect(links.length).toBeGreaterThan(6);
    expect(links.filter((anchor) => !anchors.has(anchor ?? ""))).toEqual([]);
  });

  it("tells a contested verdict as contested, and of nobody that it won", () => {
    const text = conclusionIn(report(CONCLUDED.contested));
    expect(text).toContain("**Support: contested.**\n\n- The two orders of the labels have different winners.");
    expect(text).not.toMatch(/the motion\*\*|winner:|\bwins?\b|\bwon\b/i);
  });

  it("shows what names no turn and no exhibit of the report without a link", () => {
    const evidence = [
      { claim: "Deliveries halve.", turnIds: ["g9-r9-t9"], refs: ["E9"], status: "unverified" as const },
    ];
    const text = report({ ...CONCLUDED.verdict, conclusion: { ...CONCLUSION, evidence } });
    expect(text).toContain("Deliveries halve. (round 9, turn 9, E9)");
  });
});

describe("the anchor of a heading", () => {
  it.each([
    ["Ada (g1-r1-t1)", "ada-g1-r1-t1"],
    ["Zoë O'Neil on Ben (g1-r1-t2) (g1-r2-t1)", "zoë-oneil-on-ben-g1-r1-t2-g1-r2-t1"],
    ["E1: Rents, 2024 – a list", "e1-rents-2024--a-list"],
    ["<b> ](x)", "b-x"],
  ])("is what renderers make of it: %s", (heading, anchor) => {
    expect(anchorOf(heading)).toBe(anchor);
  });
});
