import { describe, expect, it } from "vitest";
import { renderReport } from "../../../api/pages/report/report.report-page.ts";
import { GERMAN } from "../../../domain/base/words/de.ts";
import { wordsOf as fixedWordsOf } from "../../../domain/base/words/words.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { renderMarkdown } from "../../../domain/show/report/markdown.report.ts";
import { FLAWED } from "../../support/debates/skeptic.ts";
import { debateOf, turnOf } from "../../support/debates/transcripts.ts";
import { config, exportOf, written } from "./report-exports.ts";
import { wordsOf } from "./report-html.ts";

/** What models and owners write. */
const SAID = "xyzzy";

/** Words of our own that both languages spell alike, and words of the data. */
const ALIKE = new Set([
  ..."Ada Bruno Chen Demo Format Generation Name Position Status Synthese Token Tokens Oxford System Debate Debatte".split(
    " ",
  ),
  ..."Xyzzy debater demo judge given openai alpha report exact error retry attempts".split(" "),
]);

function inLanguage(whole: TranscriptExport, language?: string): TranscriptExport {
  const { debate } = whole;
  return { ...whole, debate: { ...debate, demo: false, ...(language && { language }) } };
}

const of = (result: object): TranscriptExport => {
  const whole = exportOf({ result: { degraded: [], ballots: [], agreement: null, dissent: [], ...result } as never });
  return { ...whole, debate: { ...whole.debate, topic: SAID } };
};

const RESULTS: Record<string, () => TranscriptExport> = {
  "a verdict with all that can stand beside it": () => written(() => SAID),
  "a contested verdict": () => {
    const whole = written(() => SAID);
    const result = { ...whole.result, contested: true } as TranscriptExport["result"];
    return { ...whole, result, debate: { ...whole.debate, result } };
  },
  "nobody's ruling": () => of({ type: "unjudged", contested: false, endedBy: "policy" }),
  "a solution": () =>
    of({
      type: "solution",
      endedBy: "convergence",
      solution: {
        description: SAID,
        implementation: SAID,
        tradeoffs: [SAID],
        recommendations: [SAID],
        confidence: 77,
        synthesizedBy: "openai/judge",
      },
    }),
  "an answer": () =>
    of({
      type: "answer",
      endedBy: "judge",
      answer: { text: SAID, rounds: 2, score: 8.5, earlyStopped: true, synthesizedBy: "p1" },
    }),
};

/** Words of four letters or more: shorter ones are often alike. */
const long = (text: string) => new Set(text.match(/\p{L}{4,}/gu));

describe("a report in German", () => {
  it.each(Object.entries(RESULTS))("has no English words of ours, with %s", async (_, make) => {
    // Links' targets are made of names.
    const markdown = (whole: TranscriptExport) => renderMarkdown(whole).replaceAll(/\]\(#[^)]*\)/g, "]");
    for (const textOf of [markdown, async (whole: TranscriptExport) => wordsOf(await renderReport(whole))]) {
      const english = long(await textOf(inLanguage(make())));
      const german = long(await textOf(inLanguage(make(), "de-AT")));
      const own = long(await textOf(inLanguage(make(), "fr")));
      expect(own).toEqual(english);
      expect(english.size).toBeGreaterThan(20);
      const data = long(JSON.stringify(make()));
      const left = [...english.intersection(german)].filter((word) => !ALIKE.has(word) && !data.has(word));
      expect(left).toEqual([]);
    }
  });

  it("says in the page's head that it is German, and marks no text as another language", async () => {
    const html = await renderReport(inLanguage(exportOf(), "de"));
    expect(html).toContain('<html lang="de">');
    expect(html).toContain("<title>Debatte: Should cities ban private cars?</title>");
    expect(html.match(/ lang="/g)).toHaveLength(1);
  });

  it("writes numbers, times and costs as German does", async () => {
    const whole = inLanguage(
      written(() => SAID),
      "de",
    );
    for (const text of [renderMarkdown(whole), wordsOf(await renderReport(whole))]) {
      expect(text).toContain("21.11.2026, 11:59 UTC");
      expect(text).toContain("Dauer: 20,0 s, davon Modelle");
      expect(text).toContain("6,25");
      expect(text).toContain("0,007000");
      expect(text).toContain("$0,123");
      expect(text).not.toMatch(/\b\d\.\d{1,2}\b(?!\.)/);
    }
  });

  it("shows a skeptic's critique with German titles", () => {
    const turns = [turnOf(config, { round: 1, index: 1 }, { phase: "critique", critique: FLAWED })];
    const text = renderMarkdown(inLanguage(exportOf({ turns, assessments: [], result: null }), "de"));
    expect(text).toContain("### Kritiken");
    expect(text).toContain("| Schwere | Mangel |");
    expect(text).toContain("| kritisch | Nobody pays for it. |");
    expect(text).toContain("Wertung: 4 von 10. Reif für die Synthese: nein.");
  });
});

describe("a report in a language without words of its own", () => {
  it("is English, and marks the texts of models with their language", async () => {
    const html = await renderReport(inLanguage(exportOf(), "fr-CA"));
    expect(html).toContain('<html lang="en">');
    expect(html.match(/<div lang="fr-CA"><div class="prose" dir="auto">/g)).toHaveLength(4);
    expect(html).toContain('<div class="lead" dir="auto" lang="fr-CA">They debated.</div>');
    expect(html).not.toContain(' lang="fr-CA">Ada');
  });

  it("marks no canned text of the demo, which is English whatever was asked for", async () => {
    const canned = { ...exportOf(), debate: debateOf(config, { language: "fr", demo: true }) };
    expect((await renderReport(canned)).match(/ lang="/g)).toHaveLength(1);
  });
});

describe("a report of a debate whose language is not known", () => {
  it("is English without any mark", async () => {
    const html = await renderReport(inLanguage(exportOf()));
    expect(html.match(/ lang="[^"]*"/g)).toEqual([' lang="en"']);
  });
});

describe("a translation", () => {
  const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

  it.each(Object.entries(GERMAN))("keeps the places of %j", (english, german) =>
    expect(placesIn(german)).toEqual(placesIn(english)),
  );

  it("puts values into their places once, whatever they are", () => {
    const { say, word } = fixedWordsOf({ language: "de" });
    expect(say("{name}, strength: {text}", { name: "{text}", text: "$& {name}" })).toBe("{text}, Stärke: $& {name}");
    expect([word("toString"), word("Ada"), word("for")]).toEqual(["toString", "Ada", "dafür"]);
    expect(fixedWordsOf({ language: "constructor" }).language).toBe("en");
  });
});
