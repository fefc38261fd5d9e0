/** Hostile texts of any length take time in proportion to it: ten times the text, ten times the time. */
import { describe, expect, it } from "vitest";
import { shownMessage } from "../../activities/models/faults/sentence.ts";
import { parseEvents } from "../../api/client/sse.client.ts";
import { createFinder, normalised, wordKey } from "../../domain/base/text/normalise-text.ts";
import { escapeMarkdown, nfkc, preview, withoutLastSlash } from "../../domain/base/text/text.ts";
import { createDisguise } from "../../domain/judge/blind/disguise.ts";
import { neutralIds } from "../../domain/judge/blind/neutral-turns.ts";
import { createRepetitions, gramsOf } from "../../domain/judge/signals/repetition.signal.ts";
import { strangeTurns } from "../../domain/prompts/parts/cited-turns.ts";
import { checkCitations } from "../../domain/rules/citations/citations.ts";
import { quotationsIn } from "../../domain/rules/citations/quotations.ts";
import { referencesIn } from "../../domain/rules/citations/references.rules.ts";
import { searchByWords } from "../../domain/rules/retrieval/lexical.ts";
import { BUILT_IN } from "../../domain/rules/templates/registry.rules.ts";
import { countTokens } from "../../domain/shapes/tokens.shape.ts";
import { escaped, quote } from "../../domain/show/report/markdown-text.report.ts";
import { runs } from "../support/debates/runs.ts";
import { configFor } from "../support/debates/transcripts.ts";
import { growthOf } from "../support/growth.ts";

/** Characters of the smaller text. */
const LENGTH = runs(14_000);
const TIMES = 10;
/** What grows with the square takes 100 times as long. The rest is for caches and the garbage collector. */
const MOST = 35;

/** Each makes a text of about so many characters. */
const TEXTS: Record<string, (length: number) => string> = {
  blanks: (n) => " ".repeat(n),
  "no sentence end": (n) => "a b ".repeat(n / 4),
  "one word": (n) => "a".repeat(n),
  "lists of exhibits": (n) => "E1, ".repeat(n / 4),
  "named exhibits": (n) => "exhibit 1 and E2, ".repeat(n / 18),
  "an exhibit and blanks": (n) => `exhibit${" ".repeat(n)}`,
  "exhibits and blanks": (n) => "exhibit   E1   ".repeat(n / 15),
  "open brackets": (n) => "[E1 ".repeat(n / 4),
  "open quotations": (n) => "“„«「‘".repeat(n / 5),
  "straight marks": (n) => '"a '.repeat(n / 3),
  "straight marks and blanks": (n) => `"a${" ".repeat(n)}"`,
  quotations: (n) => '"one two three four five six", '.repeat(n / 31),
  "quotations without an end": (n) => "“one two three four five six” E1 Ada ".repeat(n / 37),
  "curly apostrophes": (n) => `‘${"a’b ".repeat(n / 4)}`,
  dashes: (n) => " - ".repeat(n / 3),
  omissions: (n) => " . . ".repeat(n / 5),
  dots: (n) => ".".repeat(n),
  "combining marks": (n) => `a${"\u0315".repeat(n / 2)}${"\u0316".repeat(n / 2)}`,
  "marks of half width": (n) => "\uff9e\u0334".repeat(n / 2),
  "invisible characters": (n) => "a\u200b".repeat(n / 2),
  "Chinese sentences": (n) => "他说「一二三四五六七八」。".repeat(n / 13),
  "capital sigmas": (n) => "Σ'".repeat(n / 2),
  keys: (n) => "sk-a-".repeat(n / 5),
  "bearer tokens": (n) => "bearer ".repeat(n / 7),
  ids: (n) => "g1-r1-t1 T1 ".repeat(n / 12),
  digits: (n) => `T${"1".repeat(n)}x`,
  "names of speakers": (n) => "Ada ".repeat(n / 4),
  "block quotes": (n) => "> ".repeat(n / 2),
  "list marks": (n) => "1. ".repeat(n / 3),
  entities: (n) => "&a".repeat(n / 2),
  brackets: (n) => "![](".repeat(n / 4),
  slashes: (n) => `x${"/".repeat(n)}x`,
};

const config = configFor();
const EXHIBITS = [{ id: "E1", title: "One", text: "One two three four five seven." }];
const SAID = { id: "g1-r1-t1", participantId: "p1", participant: "Ada", text: "One two three four five nine." };
const labels = config.participants.map(({ id, name }, i) => ({
  participantId: id,
  name,
  title: `Speaker ${i}`,
  key: `speaker-${i}`,
}));
const turn = (text: string, round: number) => ({
  id: `g1-r${round}-t1`,
  round,
  index: 1,
  text,
  participantId: `p${round}`,
});
const call = { system: "Be brief.", messages: [{ role: "user" as const, content: ["x ".repeat(1_000)] }] };

/** Everything of ours that reads through what users, models and providers wrote. */
const SCANS: Record<string, (text: string) => unknown> = {
  normalised,
  wordKey,
  nfkc,
  preview: (text) => preview(text, 280),
  escapeMarkdown: (text) => escapeMarkdown(text),
  withoutLastSlash,
  quotationsIn,
  referencesIn: (text) => [referencesIn(text, { bare: false }), referencesIn(text, { bare: true })],
  "citations of it": (text) =>
    checkCitations({ text, participantId: "p2", exhibits: EXHIBITS, turns: [SAID], given: [config.topic] }),
  "citations from it": (text) =>
    checkCitations({
      text: 'Ada said "one two three four five six", and "a b a b a b a c"',
      participantId: "p2",
      exhibits: [{ id: "E1", title: "One", text }],
      turns: [{ ...SAID, text }],
      given: [text],
    }),
  "a finder of its own half": (text) =>
    createFinder(text)(`${text.slice(0, text.length / 4)}b${text.slice(text.length / 2)}`),
  gramsOf,
  repetition: (text) =>
    createRepetitions({ turns: [turn(text, 1), turn(`${text} x`, 2)], mode: "sequential", threshold: 2 })(2),
  disguise: (text) => createDisguise(config, labels).hide(text),
  neutralIds: (text) => neutralIds([], [text]),
  strangeTurns: (text) => strangeTurns({ text }, ["T1", "T2"]),
  shownMessage: (text) => shownMessage(text, call as never, "secret"),
  searchByWords: (text) => searchByWords({ documents: BUILT_IN, query: text, topK: 3 }),
  "a report's quotation": quote,
  "a report's words": escaped,
  countTokens,
};

describe.each(Object.entries(SCANS))("%s", (_name, scan) => {
  it.each(Object.entries(TEXTS))("takes time in proportion to a text of %s", async (_kind, make) => {
    const [small, large] = [make(LENGTH), make(LENGTH * TIMES)];
    scan(small);
    expect(await growthOf({ small: () => scan(small), large: () => scan(large), most: MOST })).toBeLessThan(MOST);
  });
});

it("reads a line of an event stream in proportion to its length", async () => {
  const read = async (chunks: number) => {
    for await (const event of parseEvents(stream(chunks))) expect(event.data.length).toBe(chunks * 64);
  };
  await read(2_000);
  const sizes = { small: () => read(2_000), large: () => read(2_000 * TIMES) };
  expect(await growthOf({ ...sizes, most: MOST })).toBeLessThan(MOST);
});

async function* stream(chunks: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from("data: ");
  for (let i = 0; i < chunks; i++) yield Buffer.alloc(64, "a");
  yield Buffer.from("\n\n");
}
