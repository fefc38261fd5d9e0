import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderReport } from "../../api/pages/report/report.ts";
import type { DebateConfig } from "../../domain/config.ts";
import { renderMarkdown } from "../../domain/export/markdown.ts";
import { buildTrace } from "../../domain/export/trace.ts";
import type { TranscriptExport } from "../../domain/export/transcript.ts";
import type { Assessment } from "../../domain/schemas/assessment.ts";
import type { Ballot } from "../../domain/schemas/ballot.ts";
import type { Turn } from "../../domain/schemas/turn.ts";
import {
  assessmentOf,
  ballotOf,
  configFor,
  debateOf,
  resultOf,
  roundsOf,
  speaker,
  turnOf,
  verdictOf,
} from "../support/transcripts.ts";

const AT = "2026-11-21T12:00:00.000Z";
const config = configFor();
type Event = TranscriptExport["events"][number];

/** A log that tells of these turns and assessments. */
function logOf(turns: Turn[], assessments: Assessment[]): Event[] {
  const rounds = [...new Set(turns.map(({ round }) => round))];
  const events = rounds.flatMap((round) => [
    { type: "round.started", data: { round } },
    ...turns
      .filter((turn) => turn.round === round)
      .flatMap((turn) => {
        const about = { round, phase: turn.phase, participantId: turn.participantId, turnId: turn.id };
        return [
          { type: "turn.started", data: { ...about, model: turn.model, attempt: 1 } },
          { type: "turn.completed", data: { ...about, turn } },
        ];
      }),
    ...assessments
      .filter((assessment) => assessment.round === round)
      .map((assessment) => ({ type: "assessment.completed", data: { round, assessment } })),
  ]);
  return events.map((event, i) => ({ id: i + 1, at: AT, ...event }));
}

function exportOf(changes: Partial<TranscriptExport> = {}, more: Omit<Event, "id" | "at">[] = []): TranscriptExport {
  const { turns = roundsOf(config, 2), assessments = [assessmentOf(config, 1)] } = changes;
  const result = changes.result === undefined ? resultOf(verdictOf(config)) : changes.result;
  const debate = { ...(changes.debate ?? debateOf(config)), result };
  const events = logOf(turns, assessments);
  for (const event of more) events.push({ id: events.length + 1, at: AT, ...event });
  const parts = { debate, turns, assessments, result };
  const trace = buildTrace({ ...parts, events: [] });
  return { summaries: [], questions: [], decisions: [], trace, events, ...changes, ...parts };
}

/** Something else in every place that models and owners write: `write` is asked for each. */
function written(write: () => string): TranscriptExport {
  const participants = [speaker(0, { name: write(), position: write(), persona: write() }), speaker(1)];
  const of: DebateConfig = configFor({ participants });
  const debate = debateOf(of, {
    topic: write(),
    context: write(),
    tags: [write()],
    degraded: [{ what: write(), why: write() }],
    exhibits: [{ id: "E1", title: write(), text: write(), source: write() }],
    error: { code: "provider-unavailable", message: write(), suggestion: write(), round: 1 } as never,
  });
  const verdict = verdictOf(of, {
    summary: write(),
    reasoning: write(),
    insights: [write()],
    keyPoints: { p1: [write()] },
    areasOfAgreement: [write()],
    areasOfDisagreement: [write()],
    criteria: { logic: write() },
    winner: { participant: "p1", reasoning: write() },
  });
  const ballot = (id: string): Ballot => {
    const { verdict: _verdict, ...cast } = ballotOf(of, { id });
    return { ...cast, winner: "p1", scores: { p1: 81.5 }, valid: true, reasoning: write() };
  };
  const ballots = [ballot("g1-b1-given"), ballot("g1-b1-reversed")];
  const controlArm = {
    before: { winner: "p1", contested: false, unanimous: false, ballots },
    after: { winner: "p2", contested: false },
    changed: true,
  } as never;
  const vote = { before: { for: 1, against: 2, undecided: 3 }, after: { for: 4, against: 5, undecided: 6 } };
  const dissent = [write()];
  const result = resultOf(verdict, {
    ballots,
    agreement: 0.37,
    dissent,
    controlArm,
    vote: { ...vote, swing: { for: 3, against: 3 } },
  });
  const place = { round: 1, index: 1 };
  const flip = { participant: "p1", from: write(), to: write(), cause: null, prompted: false };
  const measured = {
    repetition: [{ turnId: "g1-r1-t2", with: "g1-r1-t1", by: "overlap", overlap: 0.91 }],
    diminishingReturns: true,
    drifting: ["p2"],
    trends: { quality: "stable", novelty: null, engagement: null, length: null },
  } as never;
  const question = { id: "q1", text: write(), askedBy: ["p1"] };
  const answer = write();
  const decision = {
    id: "d1",
    question: write(),
    options: [{ id: "retry", label: write() }],
    made: { option: "retry", by: "owner", params: { attempts: 3 } },
  };
  const summary = { id: "s", until: { round: 1, index: 2 }, before: 4_321, after: 987 };
  const judge = { model: write(), temperature: 0, panel: [], bothOrders: true };
  const rejudgement = {
    id: "j1",
    status: "completed",
    judge,
    result: resultOf(verdictOf(of, { summary: write(), reasoning: write(), qualityScore: 33 })),
    error: null,
    costUsd: 0.123,
    warnings: [{ detail: write() }],
  };
  const turns = [
    turnOf(of, place, { text: write(), citations: [{ ref: "E1", quoted: write(), found: false }] }),
    turnOf(of, { round: 1, index: 2 }, { text: write(), status: "failed" }),
  ];
  const reasons = { participant: "p1", scores: { logic: 7 }, score: 6.25, strengths: [write()], weaknesses: [write()] };
  const told = { reasoning: write(), recommendations: [write()], assessments: [reasons], flips: [flip], measured };
  const changes = {
    debate,
    turns,
    assessments: [assessmentOf(of, 1, told)],
    evaluations: [],
    result,
    questions: [{ ...question, answer }],
    decisions: [decision],
    rejudgements: [rejudgement],
  } as unknown as Partial<TranscriptExport>;
  const whole = exportOf(changes, [
    { type: "clarification.asked", data: { questions: [question] } },
    { type: "clarification.answered", data: { answers: [{ questionId: "q1", answer }] } },
    { type: "context.warning", data: { round: 1, participantId: null, use: 0.77, strategy: "summarize" } },
    { type: "context.summarized", data: { round: 1, participantId: null, summary } },
  ]);
  return { ...whole, trace: { ...whole.trace, userRating: { rating: 4, comment: write() } as never } };
}

/** All tags of a page, with their attributes. Our own text never has a bare `<`, so this finds every one. */
const tags = (html: string) => html.match(/<[^>]*>/g) ?? [];
const namesOf = (html: string) => new Set(tags(html).map((tag) => /^<[/!]?(\w+)/.exec(tag)?.[1]));
const body = (html: string) => html.slice(html.indexOf("<body"));
/** What a reader sees, in one line. */
const wordsOf = (html: string) =>
  body(html)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");

/** All that may stand in a report, whoever wrote it. */
const TAGS = new Set(
  `a article bdi blockquote body br caption circle code dd del details div dl doctype dt em figcaption figure g h1 h2 h3
  h4 h5 h6 head header hr html li line main meta ol p path polyline pre rect section span strong style summary svg table
  tbody td text th thead title tr ul`.split(/\s+/),
);

function expectHarmless(html: string): void {
  expect(namesOf(html).difference(TAGS)).toEqual(new Set());
  for (const tag of tags(body(html))) {
    expect(tag).not.toMatch(/\s(?:on\w+|style|src|srcdoc|srcset|action|formaction|xlink:href)\s*=/i);
    const href = /\shref="([^"]*)"/.exec(tag)?.[1];
    if (href === undefined || href.startsWith("#")) continue;
    expect(tag).toMatch(/^<a href="(?:https?:|mailto:)[^"]*" rel="noopener noreferrer nofollow" target="_blank">$/);
  }
}

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
      "Krippendorff's alpha): 0.37",
      "6.25",
      "81.5",
      "Measured: diminishing returns",
      "repeats round 1, turn 1 (overlap 0.91)",
      "”, unprompted.",
      "Context window: 77 % full for the judge",
      "all turns up to turn 2 of round 1, 4321 characters in 987",
      "The owner's rating: 4 of 5",
      "Cost: $0.123, no part of the debate's own",
      "The debate changed who argued best.",
      "This turn failed. What it had said took no part in the debate.",
      "Its owner decided",
      "attempts 3",
      "0.007000",
      "Duration: 20.0 s",
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

  it("says, where all gave the same answer alone, that no round was held, and compares nothing", async () => {
    const ballots = [ballotOf(config, { id: "g1-r0-b1-given" })];
    const controlArm = {
      before: { winner: "p1", contested: false, unanimous: true, ballots },
      after: { winner: "p1", contested: false },
      changed: false,
    } as never;
    const given = exportOf({
      debate: { ...debateOf(config), round: 0 },
      turns: [turnOf(config, { round: 0, index: 1 }, { phase: "blind" })],
      assessments: [],
      result: resultOf(verdictOf(config), { controlArm }),
    });
    const report = await renderReport(given);
    expect(report.split("All gave the same answer, each alone, so no round was held.")).toHaveLength(2);
    expect(report).not.toMatch(/did not change|Before and after/);
    expect(renderMarkdown(given)).toContain("All gave the same answer, each alone, so no round was held.");
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
    const from = performance.now();
    const html = await said(text);
    expect(performance.now() - from).toBeLessThan(2_000);
    expect(html).toContain(`<div class="prose raw" dir="auto">`);
    expect(html.length).toBeGreaterThan(text.length);
  });
});

describe("what models and owners wrote in an HTML report", () => {
  it.each([
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "</blockquote></main><style>body{display:none}</style>",
    "[click](javascript:alert(1)) ![x](http://tracker.example/x.png)",
    '[click](https://example.com/" onmouseover="alert(1)) <https://example.com/"onclick=x>',
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "<!-- & --> <![CDATA[ x ]]> &lt;b&gt; &#60;script>",
    "</title><base href=//evil.example>",
    "</style><script>",
    "<iframe srcdoc='<script>parent.x</script>'></iframe><form action='//evil.example'><button>x</button></form>",
    "| a | b |\n| --- | --- |\n| 1 | <b onclick='x'>2</b> |",
    "<!--lit-part-->x<!--/lit-part-->",
    "wide".repeat(12_500),
  ])("makes no tag, no handler and no address of its own: %.60j", async (text) => {
    expectHarmless(await renderReport(written(() => text)));
  });

  it("is harmless whatever it is made of", async () => {
    const pieces = `< > " ' & &lt; script </p> <!-- --> = \\ \` [ ]( ) javascript: https://a.example ** | \n\n > - # onclick= <a`;
    const hostile = fc
      .array(fc.constantFrom(...pieces.split(" "), " ", "\n"), { minLength: 1, maxLength: 12 })
      .map((parts) => `x${parts.join("")}`);
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => expectHarmless(await renderReport(written(() => text)))),
      { numRuns: 60 },
    );
  });

  it("loses the control characters that HTML does not allow, and nothing else", async () => {
    const debate = debateOf(config, { topic: "a\u0000b\u001Bc\td é🙂" });
    expect(await renderReport(exportOf({ debate }))).toContain('<h1 dir="auto">a\uFFFDb\uFFFDc\td é🙂</h1>');
  });

  it("may turn the direction of writing inside its own element only", async () => {
    const html = body(await renderReport(written(() => "\u202Eabc")));
    const places = [...html.matchAll(/\u202E/g)].map(({ index }) => html.slice(html.lastIndexOf("<", index), index));
    expect(places.length).toBeGreaterThan(30);
    const apart =
      /^<(bdi|p|li|td|th|dd|dt|h\d|div|strong|summary|caption|text|span class="(name|quiet|ballot)[^"]*"|span .*dir="auto")(?=[ >])/;
    expect(places.filter((place) => !apart.test(place))).toEqual([]);
  });
});
