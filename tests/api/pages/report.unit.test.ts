import { describe, expect, it } from "vitest";
import { renderReport } from "../../../api/pages/report/report.report-page.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { renderMarkdown } from "../../../domain/show/report/markdown.report.ts";
import { debateOf, resultOf, turnOf, verdictOf } from "../../support/debates/transcripts.ts";
import { cpuMs } from "../../support/growth.ts";
import { config, exportOf, written } from "./report-exports.ts";
import { namesOf, TAGS, tags, wordsOf } from "./report-html.ts";

describe("an HTML report", () => {
  it("tells everything that models and owners wrote which the Markdown report tells", async () => {
    let n = 100;
    const whole = written(() => `word${++n}`);
    const told = new Set(renderMarkdown(whole).match(/word\d+/g));
    const words = wordsOf(await renderReport(whole)).toLowerCase();
    expect(told.size).toBeGreaterThan(38);
    expect([...told].filter((word) => !words.includes(word))).toEqual([]);
  });

  it("tells what was counted, measured and lost, as the Markdown report does", async () => {
    const words = wordsOf(await renderReport(written(() => "said")));
    const facts = [
      "Its quality: 72 of 100",
      "name the same winner: 25 %",
      "6.25",
      "81.5",
      "Measured: diminishing returns",
      "repeats round 1, turn 1 (overlap 0.91)",
      "”, unprompted.",
      "Context window: 77 % full for the judge",
      "all turns up to turn 2 of round 1, 4321 characters in 987",
      "The owner's rating: 4 of 5",
      "How the answer turned out: right",
      "Cost: $0.1230, no part of the debate's own",
      "The debate's answer is another one.",
      "This turn failed. What it had said took no part in the debate.",
      "Its owner decided",
      "attempts 3",
      "0.007000",
      "Duration: 20.0 s",
      "Nothing of it was quoted.",
      "Looked up by the judge",
      "found nothing",
      "Status: completed",
    ];
    expect(facts.filter((fact) => !words.includes(fact))).toEqual([]);
  });

  it("needs nothing from elsewhere: no script, no picture, no font, no form", async () => {
    const html = await renderReport(exportOf());
    expect(namesOf(html).difference(TAGS)).toEqual(new Set());
    expect(html).not.toMatch(/url\(|@import|https?:|src=|<script|<link/i);
    expect(new Set(tags(html).flatMap((tag) => /href="([^"]*)"/.exec(tag)?.[1]?.[0] ?? []))).toEqual(new Set("#"));
  });

  it("carries a policy of its own, for when it was saved", async () => {
    expect(await renderReport(exportOf())).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
    );
  });

  it("has every picture with its numbers as a table", async () => {
    const figures = (await renderReport(exportOf())).match(/<figure.*?<\/figure>/gs) ?? [];
    expect(figures.length).toBeGreaterThan(1);
    for (const figure of figures) expect(figure).toMatch(/<svg [^]*<table>[^]*<td class="number">/);
  });

  it("is the same for the same debate after a journey through JSON", async () => {
    const whole = exportOf();
    expect(await renderReport(JSON.parse(JSON.stringify(whole)) as TranscriptExport)).toBe(await renderReport(whole));
  });

  it("has none of the marks by which a script would find its way", async () => {
    expect(await renderReport(exportOf())).not.toMatch(/<[!?](?!doctype)/);
  });

  it("says that nobody has spoken where that is so", async () => {
    const debate = debateOf(config, { status: "configuring" });
    const nothing = { debate, turns: [], assessments: [], result: null };
    expect(wordsOf(await renderReport(exportOf(nothing)))).toContain("Nobody has spoken yet.");
  });
});

describe("a turn in an HTML report", () => {
  const said = async (text: string) => {
    const turns = [turnOf(config, { round: 1, index: 1 }, { text })];
    const html = await renderReport(exportOf({ turns, assessments: [] }));
    return /<div class="prose(?: raw)?" dir="auto">([^]*?)\n? *<p class="foot">/.exec(html)?.[0] ?? "";
  };

  it("is Markdown, as on the page", async () => {
    const html = await said("## Why\n\nIt is **so**:\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |");
    expect(html).toContain("<h5>Why</h5>");
    expect(html).toContain("<strong>so</strong>");
    expect(html).toContain("<li>two</li>");
    expect(html).toMatch(/<div class="scrolls"[^>]*><table>[^]*<td>2<\/td>[^]*<\/table><\/div>/);
  });

  it("leads to the web, and nowhere else", async () => {
    const html = await said(
      "[a](https://example.com/?x=1&y=2) [b](javascript:x) [c](/v1/keys) [d](//example.com) [e](data:x)",
    );
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://example.com/?x=1&amp;y=2"']);
  });

  it.each([
    ["endless marks", "**a b* ".repeat(14_000)],
    ["an endless address", `${"a.".repeat(20_000)}@`],
    ["an endless word", "a".repeat(50_000)],
    ["quotes within quotes", "> ".repeat(20_000)],
  ])("that no writer writes is shown as it was written, without delay: %s", async (_, text) => {
    let html = "";
    expect(await cpuMs(async () => (html = await said(text)))).toBeLessThan(2_000);
    expect(html).toContain(`<div class="prose raw" dir="auto">`);
    expect(html.length).toBeGreaterThan(text.length);
  });
});

describe("exhibits in reports", () => {
  const exhibits = [
    { id: "E1", title: "A remark", text: "Streets are\n scarce, they say.", source: "City lab" },
    { id: "E2", title: "report.pdf, p. 3", text: "No car.", page: 3, url: "https://example.org/report" },
    { id: "E3", title: "Elsewhere", text: "So.", url: "javascript:alert(1)" },
  ];
  const text = "As E1 says, [E2], `E3`, exhibit 7 & [a page](https://example.org/E1).";
  const citations = [
    { ref: "E1", quoted: "streets are scarce", found: true },
    { ref: "E1", quoted: "cars are scarce", found: false },
    { ref: "E7", quoted: null, found: false },
  ];
  const use = { type: "retrieval", tool: "passages", input: "cars?", status: "done", latencyMs: 9, at: "" } as const;
  const turns = [
    turnOf(config, { round: 1, index: 1 }, { text, citations, tools: [{ ...use, id: "u1", exhibits: ["E2"] }] }),
  ];
  const result = resultOf(verdictOf(config, { summary: "E1 decides it, not E9; see g1-r1-t1." }), {
    claims: [{ claim: "No room.", turnIds: ["g1-r1-t1"], refs: ["E1"], status: "supported", quotes: [], why: "So." }],
  });
  const whole = exportOf({ turns, assessments: [], result, debate: debateOf(config, { exhibits }) });

  it("name who cites them, what rests on them, and for whom they were found", async () => {
    const words = wordsOf(await renderReport(whole));
    const all = words.slice(words.indexOf("Exhibits (3)"), words.indexOf("In pictures"));
    expect(all).toContain("E1: A remark · Cited by Ada Source: City lab Streets are scarce , they say.");
    expect(all).toContain(
      "Cited by: Ada's response in round 1 · “ streets are scarce ” · “ cars are scarce ” (not found in E1)",
    );
    expect(all).toContain(
      "Claims that it bears on: An exhibit supports it, as the judge reads it: No room. ( Ada's response in round 1 )",
    );
    expect(all).toContain("https://example.org/report · Found for Ada's response in round 1");
    const markdown = renderMarkdown(whole);
    expect(markdown).toContain(
      "**Cited by:**\n\n- [Ada's response in round 1](#ada-g1-r1-t1) · “streets are scarce” · “cars are scarce” (not found in E1)",
    );
    expect(markdown).toContain("Found for [Ada's response in round 1](#ada-g1-r1-t1)");
    expect(markdown).toContain("- Search of the files · cars? · found [E2](#e2-reportpdf-p-3)");
  });

  it("are led to by what a turn says, except from code and from other links, and unknown ones are marked", async () => {
    const html = await renderReport(whole);
    const turn = html.slice(html.indexOf('<div class="prose"', html.indexOf('id="g1-r1-t1"')));
    const said = turn.slice(0, turn.indexOf("</div>"));
    expect(said).toContain(
      'As <a class="cite" href="#E1">E1</a> says, [<a class="cite" href="#E2">E2</a>], <code>E3</code>, exhibit <span class="missing amiss" title="there is no such exhibit">7</span> &amp; <a href="https://example.org/E1" rel="noopener noreferrer nofollow" target="_blank">a page</a>.',
    );
    expect(html).toContain(
      '<a class="cite" href="#E1">E1</a> decides it, not E9; see <a class="cite" href="#g1-r1-t1">round 1, turn 1</a>.',
    );
    expect(html).not.toContain('href="javascript');
    expect(html).toContain("<mark>Streets are\n scarce</mark>");
  });
});
