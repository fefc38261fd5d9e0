import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proportionOf } from "../../../domain/base/statistics/wilson.ts";
import { sentencesOf } from "../../../domain/base/text/sentences.ts";
import { type AuditAnswer, type Choice, type Probe, probesOf, swapsOf } from "../../../features/audit/domain/audit.ts";
import { countAnswers as countAudit } from "../../../features/audit/domain/counts.audit.ts";
import { figuresOf } from "../../../features/audit/domain/figures.audit.ts";
import { padArgument } from "../../../features/audit/domain/padding.ts";
import { type AuditPair, readAuditPairs } from "../../../features/audit/domain/pairs.ts";
import { inStyle } from "../../../features/audit/domain/styling.ts";
import { createDice } from "../../simulate/dice.ts";

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
  const sentences = ["Trams are dear.", "Buses cost 1.5 million a line!", "Who pays?"];
  const text = sentences.join(" ");
  const sentencesIn = (padded: string) => sentencesOf(padded).map(({ sentence }) => sentence);

  test("keeps every sentence in its order, says nothing twice, and makes the text thrice as long", () => {
    const said = sentencesIn(padArgument(text));
    expect(padArgument(text).length).toBeGreaterThan(3 * text.length);
    expect(said.filter((sentence) => sentences.includes(sentence))).toEqual(sentences);
    expect(new Set(said).size).toBe(said.length);
  });

  test("is the same each time, and ends where nothing new is left to say", () => {
    expect(padArgument(text)).toBe(padArgument(text));
    const long = Array.from({ length: 200 }, (_, i) => `Reason ${i} is as good as the one before it.`);
    const said = sentencesIn(padArgument(long.join(" ")));
    expect(said.filter((sentence) => long.includes(sentence))).toEqual(long);
    expect(new Set(said).size).toBe(said.length);
    expect(padArgument(long.join(" ")).length - long.join(" ").length).toBeLessThan(2_400);
  });

  test("has sentences that share few words with one another", () => {
    const padded = sentencesIn(padArgument("x".repeat(1_400)));
    const overlaps = padded.flatMap((one, i) => padded.slice(i + 1).map((other) => sharedWords(one, other)));
    expect(padded.length).toBeGreaterThan(35);
    expect(Math.max(...overlaps)).toBeLessThan(0.5);
  });
});

/** The share of the shorter one's words of four letters or more that both have. */
function sharedWords(one: string, other: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  const [a, b] = [words(one), words(other)];
  return a.intersection(b).size / Math.min(a.size, b.size);
}

describe("a style", () => {
  const words = (text: string) =>
    text
      .replaceAll(/^- |\*\*/gm, "")
      .split(/\s+/)
      .join(" ");
  const sentence = fc.stringMatching(/^[A-Z][a-z]{2,9}( [a-z]{1,8}){2,6}$/).map((said) => `${said}.`);
  const texts = fc.array(sentence, { minLength: 1, maxLength: 9 }).map((said) => said.join(" "));

  test("of Markdown has the words of the prose, laid out", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { plain, styled } = inStyle(text, "markdown");
        expect(plain).toBe(text);
        expect(words(styled)).toBe(plain);
        expect(styled).toMatch(/^\*\*.+\*\*/);
      }),
    );
  });

  test("of confidence has the same sentences, each with an opening as long as the neutral one", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { plain, styled } = inStyle(text, "confident");
        const [one, other] = [plain, styled].map((shown) => shown.replaceAll(/[A-Z][^.]*: /g, ""));
        expect([one, other]).toEqual([text, text]);
        expect([styled.length, styled === plain]).toEqual([plain.length, false]);
      }),
    );
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
      '{"topic":"Cars?","a":"Yes.","b":"No.","fluent":"a","better":"tie"}',
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
      "line 8: fluent needs a better one, a or b",
    ]);
  });

  test("are missing from an empty file", () => {
    expect(readAuditPairs("\n")).toEqual({ ok: false, faults: ["there is no pair in it"] });
  });

  test("of our own are at least 24, a third of them equal, and the better one stands in each place and is as often the shorter", () => {
    const pairs = OWN.filter(({ fluent }) => !fluent);
    const judged = pairs.filter(({ better }) => better !== "tie");
    const shorter = judged.filter(({ a, b, better }) => (better === "a" ? a.length < b.length : b.length < a.length));
    expect(pairs.length).toBeGreaterThanOrEqual(24);
    expect(pairs.length - judged.length).toBeGreaterThanOrEqual(8);
    expect(judged.filter(({ better }) => better === "a")).toHaveLength(judged.length / 2);
    expect(shorter).toHaveLength(judged.length / 2);
  });

  test("of our own with a persuasive text have twelve questions twice: told well are once the truth and once the error", () => {
    const told = OWN.filter(({ fluent }) => fluent);
    const questions = [...Map.groupBy(told, ({ topic }) => topic).values()];
    expect(questions).toHaveLength(12);
    for (const pairs of questions) {
      expect(pairs.filter(({ fluent, better }) => fluent === better)).toHaveLength(1);
      expect(pairs).toHaveLength(2);
      expect(new Set(pairs.flatMap(({ a, b }) => [a, b])).size).toBe(4);
    }
    const lengths = ({ a, b, fluent }: AuditPair) => (fluent === "a" ? [a.length, b.length] : [b.length, a.length]);
    const long = told.filter((pair) => lengths(pair)[0]! > lengths(pair)[1]!);
    // Neither its place nor its length tells which text is right or told well.
    for (const half of [
      told.filter(({ better }) => better === "a"),
      told.filter(({ fluent }) => fluent === "a"),
      long,
      told.filter(({ fluent, better }) => fluent === better),
    ])
      expect(half).toHaveLength(12);
    expect(long.filter(({ fluent, better }) => fluent === better)).toHaveLength(6);
    for (const { a, b, topic } of told)
      expect(Math.max(a.length, b.length) / Math.min(a.length, b.length), topic).toBeLessThan(1.35);
  });
});

const OWN = ownPairs();

function ownPairs(): AuditPair[] {
  const reading = readAuditPairs(
    readFileSync(new URL("../../../features/audit/infra/pairs.jsonl", import.meta.url), "utf8"),
  );
  return reading.ok ? reading.pairs : [];
}

const JUDGE = { provider: "openai", model: "gpt-5.5" };
const countAnswers = (answers: AuditAnswer[]) => countAudit({ answers, judge: JUDGE });

const JUDGED: AuditPair = { topic: "Cars?", a: "A says why.", b: "B says so.", better: "a" };
const EQUAL: AuditPair = { topic: "Trams?", a: "A says why.", b: "B says why not." };

function answersOf(pairs: AuditPair[], choose: (probe: Probe) => Choice): AuditAnswer[] {
  return probesOf(pairs, 1).map((probe) => ({ probe, choice: choose(probe) }));
}

const MARKS = { plain: "", padded: "+", markdown: "*", confident: "!" };

describe("the comparisons of a pair", () => {
  const shown = (pair: AuditPair) =>
    probesOf([pair], 1).map(({ shown: both }) => both.map(({ from, dress }) => `${from}${MARKS[dress]}`).join(" "));

  test("with a better one pad the weaker, against itself and against the better, all in both orders", () => {
    expect(shown(JUDGED)).toEqual(["a b", "b a", "b b+", "b+ b", "a b+", "b+ a", "a a*", "a* a", "b b!", "b! b"]);
  });

  test("with a persuasive text are both orders of it, and a pair like others where only the better is asked for", () => {
    const told: AuditPair = { ...JUDGED, fluent: "b" };
    expect(shown(told)).toEqual(["a b", "b a"]);
    expect(probesOf([told], 1).map(({ comparison }) => comparison)).toEqual(["persuasion", "persuasion"]);
    expect(swapsOf([told, EQUAL], 2)).toEqual(swapsOf([JUDGED, EQUAL], 2));
  });

  test("give each text each style over the pairs", () => {
    const styles = probesOf([EQUAL, JUDGED], 1).flatMap(({ shown: [, { from, dress }] }) => {
      return dress === "markdown" || dress === "confident" ? [`${from}${MARKS[dress]}`] : [];
    });
    expect(styles.toSorted()).toEqual(["a!", "a*", "b!", "b*"]);
  });

  test("of equals pad each against itself", () => {
    expect(shown(EQUAL)).toEqual(["a b", "b a", "a a+", "a+ a", "b b+", "b+ b", "a a*", "a* a", "b b!", "b! b"]);
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
      invalid: { count: 1, of: 20 },
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
    [{ count: 70, of: 100 }, "prefers the longer text"],
    [{ count: 1, of: 1 }, "within chance"],
    [{ count: 10, of: 100 }, "loses more often than not"],
  ])("of length bias %j too", (share, sentence) => {
    expect(said({ padded: proportionOf(share) }).lengthBias).toContain(sentence);
  });

  test("of what was not counted says so, and every figure has one", () => {
    const sentences = Object.values(said({}));
    expect(sentences).toHaveLength(26);
    for (const sentence of sentences)
      expect(sentence).toMatch(/^(Nothing could be measured|Not measured: it needs .+)\.$/);
  });
});

/** A judge that knows which text is better, and nothing else; between equal ones it names nobody. */
type Taste = (text: string, pair: AuditPair | undefined) => number;
const WORTH: Taste = (text, pair) => {
  if (!pair || pair.better === undefined || pair.better === "tie") return 0;
  return sentencesOf(pair[pair.better]).every(({ sentence }) => text.includes(sentence)) ? 1 : 0;
};

/** Our own pairs, judged by what a judge likes in a text. */
function auditOf(taste: Taste) {
  const pairOf = ({ topic, fluent, better }: Probe) =>
    OWN.find((pair) => pair.topic === topic && pair.fluent === fluent && pair.better === better);
  return figuresFor((probe) => {
    const [first, last] = probe.shown.map(({ text }) => taste(text, pairOf(probe)));
    if (first === last) return "none";
    return first! > last! ? "first" : "last";
  });
}

function figuresFor(choose: (probe: Probe) => Choice) {
  const figures = figuresOf(countAnswers(answersOf(OWN, choose)));
  return (name: string) => figures.find((figure) => figure.name === name);
}

describe("the audit of a judge", () => {
  const LIKES = 10;
  const isMarkdown = (text: string) => text.startsWith("**");
  const isConfident = (text: string) => text.includes("This much is certain:");
  const likes = (is: (text: string, pair: AuditPair | undefined) => boolean): Taste => {
    return (text, pair) => WORTH(text, pair) + (is(text, pair) ? LIKES : 0);
  };
  const fair = auditOf(WORTH);

  test("finds nothing in one that knows the better text and names nobody between equal ones", () => {
    expect(fair("accuracy")).toMatchObject({ value: 100 });
    expect(fair("styleBias")).toMatchObject({ value: null, of: 0 });
    expect(fair("styleCoverage")).toMatchObject({ value: 0, count: 0, of: 104 });
    expect(fair("styleCoverage")?.judgement).toContain("as is right");
    expect([fair("persuasiveWrong")?.value, fair("plainWrong")?.value]).toEqual([0, 0]);
    expect(fair("persuaded")).toMatchObject({ value: 0, count: 0, of: 24, against: { count: 0, of: 24 } });
    expect(fair("persuaded")?.judgement).toContain("within chance");
    expect(fair("lengthBias")).toMatchObject({ value: 0, judgement: "Padding loses more often than not." });
  });

  test("finds nothing in one that guesses by a coin", () => {
    const roll = createDice();
    const coin = figuresFor(() => (roll() < 0.5 ? "first" : "last"));
    for (const name of [
      "styleBias",
      "styleBiasMarkdown",
      "styleBiasConfident",
      "persuasiveWrong",
      "persuaded",
      "lengthBias",
    ])
      expect(coin(name)?.judgement, name).toContain("within chance");
    expect(coin("styleCoverage")).toMatchObject({ value: 100 });
  });

  test.each([
    ["styleBiasMarkdown", "styleBiasConfident", isMarkdown, "It prefers Markdown to the same words as prose."],
    ["styleBiasConfident", "styleBiasMarkdown", isConfident, "It prefers the text that says how certain it is."],
  ] as const)("finds the style that it likes, and its direction: %s", (name, other, is, said) => {
    const [led, opposed] = [auditOf(likes(is)), auditOf(likes((text) => !is(text)))];
    expect(led(name)).toMatchObject({ value: 100, count: 52, of: 52, judgement: said });
    expect(led("styleBias")?.judgement).toContain("It prefers a text for its layout or its confident words");
    expect(opposed(name)).toMatchObject({ value: 0 });
    expect(opposed("styleBias")?.judgement).toContain("It prefers plain prose");
    for (const figure of [led, opposed]) {
      expect(figure(other)).toMatchObject({ of: 0 });
      expect([figure("persuaded")?.value, figure("accuracy")?.value]).toEqual([0, 100]);
    }
  });

  test("finds that persuasion leads it, or that it distrusts it, and tells both from not knowing", () => {
    const isFluent = (text: string, pair: AuditPair | undefined) =>
      pair?.fluent !== undefined && pair[pair.fluent] === text;
    const led = auditOf(likes(isFluent));
    expect(led("persuasiveWrong")).toMatchObject({ value: 100, count: 24, of: 24 });
    expect(led("persuasiveWrong")?.judgement).toContain("The persuasive error mostly beats the truth");
    expect(led("persuaded")).toMatchObject({ value: 100, against: { count: 0, of: 24 } });
    expect(led("persuaded")?.judgement).toContain("more often where the error is told persuasively");
    expect([led("accuracy")?.value, led("styleCoverage")?.value]).toEqual([100, 0]);
    const distrustful = auditOf(likes((text, pair) => pair?.fluent !== undefined && !isFluent(text, pair)));
    expect(distrustful("persuaded")).toMatchObject({ value: -100 });
    expect(distrustful("persuaded")?.judgement).toContain("distrusts persuasion");
    // It errs in all of them, however they are told.
    const wrong = auditOf((text, pair) => (pair?.fluent ? -1 : 1) * WORTH(text, pair));
    expect([wrong("persuasiveWrong")?.value, wrong("plainWrong")?.value, wrong("persuaded")?.value]).toEqual([
      100, 100, 0,
    ]);
  });

  test("finds a preference for length in one that punishes repetition, and takes it for no other", () => {
    const isTwice = (text: string) => {
      const said = sentencesOf(text).map(({ sentence }) => sentence);
      return new Set(said).size < said.length;
    };
    const bare = (text: string) => text.replaceAll(/^- |\*\*/gm, "").replaceAll(/\s+/g, " ");
    const longer = auditOf((text) => (isTwice(text) ? 0 : bare(text).length));
    expect(longer("lengthBias")).toMatchObject({ value: 100, count: 104, of: 104 });
    expect(longer("lengthBias")?.judgement).toContain("It prefers the longer text");
    expect([longer("styleCoverage")?.value, longer("persuaded")?.value]).toEqual([0, 0]);
  });

  test("has an interval around each figure that is Wilson's, and Newcombe's for differences", () => {
    expect(fair("persuasiveWrong")).toMatchObject({ low: 0, high: 13.8 });
    expect(fair("persuaded")).toMatchObject({ low: -13.8, high: 13.8 });
  });
});
