import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderHtml } from "../../domain/export/html.ts";
import { escapeHtml, paragraphs } from "../../domain/export/html-text.ts";
import { renderMarkdown } from "../../domain/export/markdown.ts";
import { buildTrace } from "../../domain/export/trace.ts";
import type { TranscriptExport } from "../../domain/export/transcript.ts";
import {
  assessmentOf,
  configFor,
  debateOf,
  resultOf,
  roundsOf,
  speaker,
  turnOf,
  verdictOf,
} from "../support/transcripts.ts";

const config = configFor();

function exportOf(changes: Partial<TranscriptExport> = {}): TranscriptExport {
  const parts = {
    debate: changes.debate ?? debateOf(config),
    turns: changes.turns ?? roundsOf(config, 2),
    assessments: changes.assessments ?? [assessmentOf(config, 1)],
    result: changes.result === undefined ? resultOf(verdictOf(config)) : changes.result,
  };
  const trace = buildTrace({ ...parts, events: [] });
  return { ...parts, summaries: [], questions: [], decisions: [], trace, events: [], ...changes };
}

/** One text in every place of a report that models and owners write. */
function written(text: string): TranscriptExport {
  const of = configFor({ participants: [speaker(0, { name: text, position: text, persona: text }), speaker(1)] });
  const debate = debateOf(of, {
    topic: text,
    context: text,
    tags: [text],
    degraded: [{ what: text, why: text }],
    exhibits: [{ id: "E1", title: text, text, source: text }],
  });
  const points = { summary: text, reasoning: text, insights: [text], keyPoints: { p1: [text] }, dissent: [text] };
  return exportOf({
    debate,
    turns: [turnOf(of, { round: 1, index: 1 }, { text, participant: text })],
    assessments: [assessmentOf(of, 1, { reasoning: text, recommendations: [text] })],
    result: resultOf(verdictOf(of, { ...points, winner: { participant: "p1", reasoning: text } })),
    questions: [{ id: "q1", text, askedBy: ["p1"], answer: text }] as TranscriptExport["questions"],
  });
}

/** All tags of a page, with their attributes. Our own text never has a bare `<`, so this finds every one. */
const tags = (html: string) => html.match(/<[^>]*>/g) ?? [];
const body = (html: string) => html.slice(html.indexOf("<main>"));

describe("an HTML report", () => {
  const html = renderHtml(exportOf());

  it("has the sections of the Markdown report, in the same order", () => {
    const markdown = renderMarkdown(exportOf());
    const inMarkdown = markdown.split("\n").flatMap((line) => /^(#{1,4}) (.*)$/.exec(line)?.slice(1) ?? []);
    const inHtml = [...html.matchAll(/<h([1-4])>(.*?)<\/h\1>/g)].flatMap(([, level, title = ""]) => [
      "#".repeat(Number(level)),
      title.replaceAll(/<\/?bdi>/g, "").replaceAll("&#39;", "'"),
    ]);
    expect(inHtml).toEqual(inMarkdown);
    expect(inHtml.length).toBeGreaterThan(20);
  });

  it("shows the participants, the assessments and the costs as tables, and the winner", () => {
    expect(html).toContain("<td><bdi>Ada</bdi></td><td><bdi>Argues yes.</bdi></td>");
    expect(html).toContain('<th scope="col">Logical consistency</th>');
    expect(html).toContain('<td class="number">7</td>');
    expect(html).toContain("<strong>Winner:</strong> <bdi>Ada</bdi>");
    expect(html).toContain("<td><bdi>0.001000</bdi></td>");
    expect(html.match(/<table>/g)).toHaveLength(4);
  });

  it("needs nothing from elsewhere: no script, no link, no address at all", () => {
    const names = new Set(tags(html).map((tag) => /^<[/!]?(\w+)/.exec(tag)?.[1]));
    const used = "bdi blockquote body div doctype h1 h2 h3 h4 head html li main meta p strong style table tbody td th";
    expect(names).toEqual(new Set([...used.split(" "), "thead", "title", "tr", "ul"]));
    expect(html).not.toMatch(/url\(|@import|https?:|src=|href=/i);
  });

  it("carries a policy of its own, for when it was saved", () => {
    expect(html).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
    );
  });

  it("has colours for light, for dark and for paper", () => {
    expect(html).toContain("@media (prefers-color-scheme: dark)");
    expect(html).toContain("@media print");
  });

  it("is the same for the same debate after a journey through JSON", () => {
    expect(renderHtml(JSON.parse(JSON.stringify(exportOf())) as TranscriptExport)).toBe(html);
  });

  it("shows whole turns in paragraphs, with their line breaks", () => {
    const turns = [turnOf(config, { round: 1, index: 1 }, { text: "One,\ntwo.\r\n \r\n\n  Three." })];
    expect(renderHtml(exportOf({ turns }))).toContain(
      '<blockquote>\n<p dir="auto">One,\ntwo.</p>\n<p dir="auto">Three.</p>\n</blockquote>',
    );
  });

  it("says of a failed turn that it took no part", () => {
    const turns = [turnOf(config, { round: 1, index: 1 }, { status: "failed" })];
    expect(renderHtml(exportOf({ turns }))).toContain("<p><em>This turn failed.");
  });
});

describe("text of models in an HTML report", () => {
  const plain = tags(renderHtml(written("x")));

  it.each([
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "</blockquote></main><style>body{display:none}</style>",
    "[click](javascript:alert(1)) ![x](http://tracker.example/x.png)",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "<!-- & --> <![CDATA[ x ]]> &lt;b&gt; &#60;script>",
    "</title><base href=//evil.example>",
    "</style><script>",
    "wide".repeat(12_500),
    "\u202Egnp.exe\u202C \u2066\u2067 \u200F",
    "\u0000\u0008\u001B[31m\u0085",
  ])("makes no tag and no attribute: %.60j", (text) => {
    expect(tags(renderHtml(written(text)))).toEqual(plain);
  });

  it("can nowhere add a tag, whatever it is made of", () => {
    const hostile = fc
      .array(fc.constantFrom("<", ">", '"', "'", "&", "&lt;", "script", "</p>", "<!--", "-->", "=", " ", "\\", "`"), {
        minLength: 1,
        maxLength: 12,
      })
      .map((parts) => `x${parts.join("")}`);
    fc.assert(
      fc.property(hostile, (text) => {
        expect(tags(renderHtml(written(text)))).toEqual(plain);
      }),
    );
  });

  it("is shown as it was written, Markdown and all", () => {
    const html = body(renderHtml(written("**bold** [a](javascript:x) <b>")));
    expect(html).toContain('<p dir="auto">**bold** [a](javascript:x) &lt;b&gt;</p>');
  });

  it("may turn the direction of writing inside its own element only", () => {
    const html = body(renderHtml(written("\u202Eabc")));
    const places = [...html.matchAll(/\u202E/g)].map(({ index }) => html.slice(html.lastIndexOf("<", index), index));
    expect(places.length).toBeGreaterThan(15);
    for (const place of places) expect(place).toMatch(/^<(bdi|(p|li) dir="auto")>/);
  });

  it("loses the control characters that HTML does not allow, and nothing else", () => {
    expect(escapeHtml("a\u0000b\u001Bc\td\ne é🙂")).toBe("a\uFFFDb\uFFFDc\td\ne é🙂");
    expect(paragraphs("one word")).toBe('<p dir="auto">one word</p>');
  });
});
