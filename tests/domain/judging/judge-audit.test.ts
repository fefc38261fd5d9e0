import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { proportionOf } from "../../../domain/base/statistics/wilson.ts";
import { type AuditAnswer, type Choice, type Probe, probesOf } from "../../../features/audit/domain/audit.ts";
import { countAnswers as countAudit } from "../../../features/audit/domain/counts.audit.ts";
import { figuresOf } from "../../../features/audit/domain/figures.audit.ts";
import { padArgument } from "../../../features/audit/domain/padding.ts";
import { type AuditPair, readAuditPairs } from "../../../features/audit/domain/pairs.ts";

describe("the score interval", () => {
  // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [20, 20, 0.8389, 1],
  ])("of %i in %i is the published one", (count, of, low, high) => {
    const found = proportionOf({ count, of });
    expect(found.share).toBe(count / of);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  test("of nothing is unknown", () => {
    expect(proportionOf({ count: 0, of: 0 })).toEqual({ count: 0, of: 0, share: null, low: null, high: null });
  });
});

describe("padding", () => {
  const text = "Trams are dear. Buses cost 1.5 million a line! Who pays?";

  test("keeps every sentence in its order, says it twice, and adds nothing but the same empty phrases", () => {
    const padded = padArgument(text);
    expect(padded.length).toBeGreaterThan(2 * text.length);
    const sentences = ["Trams are dear.", "Buses cost 1.5 million a line!", "Who pays?"];
    expect(sentences.map((s) => padded.split(s).length - 1)).toEqual([2, 2, 2]);
    const places = sentences.map((s) => padded.indexOf(s));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("is the same each time", () => {
    expect(padArgument(text)).toBe(padArgument(text));
  });
});

describe("pairs", () => {
  test("are read from JSON lines; blank lines count for nothing", () => {
    const line = JSON.stringify({ topic: "Cars?", a: "Yes.", b: "No.", better: "b" });
    expect(readAuditPairs(`\uFEFF${line}\r\n\n${line.replace(',"better":"b"', "")}\n`)).toEqual({
      ok: true,
      pairs: [
        { topic: "Cars?", a: "Yes.", b: "No.", better: "b" },
        { topic: "Cars?", a: "Yes.", b: "No." },
      ],
    });
  });

  test("with faults are refused with all of them, each with its line", () => {
    const lines = [
      '{"topic":"Cars?","a":"Yes.","b":"No."}',
      "not json",
      "",
      '{"topic":"","a":"Yes.","better":"c"}',
      '{"topic":"Cars?","a":"Same.","b":"Same. "}',
      '{"topic":"Cars?","a":"Yes.","b":"No.","winner":"a"}',
      "[]",
    ];
    const reading = readAuditPairs(lines.join("\n"));
    const faults = reading.ok ? [] : reading.faults;
    expect(faults).toEqual([
      "line 2: is not JSON",
      "line 4: topic must not be blank",
      "line 4: b is missing; it must be a text",
      "line 4: better must be one of a, b, tie",
      "line 5: a and b must not be the same text",
      'line 6: Unrecognized key: "winner"',
      "line 7: must be an object",
    ]);
  });

  test("are missing from an empty file", () => {
    expect(readAuditPairs("\n")).toEqual({ ok: false, faults: ["there is no pair in it"] });
  });

  test("of our own are at least 24, a third of them equal, and the better one stands in each place and is as often the shorter", () => {
    const reading = readAuditPairs(
      readFileSync(new URL("../../../features/audit/infra/pairs.jsonl", import.meta.url), "utf8"),
    );
    const pairs = reading.ok ? reading.pairs : [];
    const judged = pairs.filter(({ better }) => better !== "tie");
    const shorter = judged.filter(({ a, b, better }) => (better === "a" ? a.length < b.length : b.length < a.length));
    expect(pairs.length).toBeGreaterThanOrEqual(24);
    expect(pairs.length - judged.length).toBeGreaterThanOrEqual(8);
    expect(judged.filter(({ better }) => better === "a")).toHaveLength(judged.length / 2);
    expect(shorter).toHaveLength(judged.length / 2);
  });
});

const JUDGE = { provider: "openai", model: "gpt-5.5" };
const countAnswers = (answers: AuditAnswer[]) => countAudit({ answers, judge: JUDGE });

const JUDGED: AuditPair = { topic: "Cars?", a: "A says why.", b: "B says so.", better: "a" };
const EQUAL: AuditPair = { topic: "Trams?", a: "A says why.", b: "B says why not." };

function answersOf(pairs: AuditPair[], choose: (probe: Probe) => Choice): AuditAnswer[] {
  return probesOf(pairs, 1).map((probe) => ({ probe, choice: choose(probe) }));
}

describe("the comparisons of a pair", () => {
  const shown = (pair: AuditPair) =>
    probesOf([pair], 1).map(({ shown: both }) =>
      both.map(({ from, padded }) => (padded ? `${from}+` : from)).join(" "),
    );

  test("with a better one pad the weaker, against itself and against the better, all in both orders", () => {
    expect(shown(JUDGED)).toEqual(["a b", "b a", "b b+", "b+ b", "a b+", "b+ a"]);
  });

  test("of equals pad each against itself", () => {
    expect(shown(EQUAL)).toEqual(["a b", "b a", "a a+", "a+ a", "b b+", "b+ b"]);
  });
});

describe("the counts", () => {
  test("catch a judge that chooses by place", () => {
    const counts = countAnswers(answersOf([JUDGED, EQUAL], () => "last"));
    expect(counts).toMatchObject({
      swapConsistency: { count: 0, of: 2 },
      firstShown: { count: 0, of: 4 },
      lastShown: { count: 4, of: 4 },
      padded: { count: 4, of: 8 },
      accuracy: { count: 1, of: 2 },
    });
  });

  test("take no winner in both orders as the same verdict, and leave it out of the bias by place", () => {
    const counts = countAnswers(answersOf([EQUAL], () => "none"));
    expect(counts.swapConsistency).toMatchObject({ count: 1, of: 1 });
    expect(counts.firstShown).toMatchObject({ of: 0, share: null });
  });

  test("leave out a pair that has no verdict in one of the orders, where orders must balance", () => {
    let first = true;
    const counts = countAnswers(
      answersOf([JUDGED, EQUAL], () => {
        const choice = first ? "invalid" : "first";
        first = false;
        return choice;
      }),
    );
    expect(counts).toMatchObject({
      invalid: { count: 1, of: 12 },
      swapConsistency: { of: 1 },
      firstShown: { count: 2, of: 2 },
      accuracy: { count: 0, of: 1 },
    });
  });
});

describe("the judgement", () => {
  const counts = (changes: Partial<ReturnType<typeof countAnswers>>) => ({ ...countAnswers([]), ...changes });
  const said = (changes: Partial<ReturnType<typeof countAnswers>>) =>
    Object.fromEntries(figuresOf(counts(changes)).map(({ name, judgement }) => [name, judgement]));

  test.each([
    [{ count: 95, of: 100 }, "It keeps its verdict more often than GPT-4 did (65 %)."],
    [{ count: 13, of: 20 }, "These pairs are too few to distinguish it from GPT-4 (65 %)."],
    [{ count: 50, of: 100 }, "It keeps its verdict less often than GPT-4 did (65 %): ask in both orders."],
    [{ count: 10, of: 100 }, expect.stringContaining("worse than the best of the older models (24–46 %)")],
  ])("of swap consistency %j holds its interval against the literature", (share, sentence) => {
    expect(said({ swapConsistency: proportionOf(share) }).swapConsistency).toEqual(sentence);
  });

  test.each([
    [{ count: 100, of: 100 }, "even more often than weaker judges"],
    [{ count: 90, of: 100 }, "about as often as weaker judges"],
    [{ count: 70, of: 100 }, "prefers the longer text"],
    [{ count: 1, of: 1 }, "within chance"],
    [{ count: 10, of: 100 }, "loses more often than not"],
  ])("of length bias %j too", (share, sentence) => {
    expect(said({ padded: proportionOf(share) }).lengthBias).toContain(sentence);
  });

  test("of what was not counted says so, and every figure has one", () => {
    const sentences = Object.values(said({}));
    expect(sentences).toHaveLength(19);
    for (const sentence of sentences)
      expect(sentence).toMatch(/^(Nothing could be measured|Not measured: it needs .+)\.$/);
  });
});
