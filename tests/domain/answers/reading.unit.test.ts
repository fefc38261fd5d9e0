import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupsOf } from "../../../domain/rules/answers/plurality.answers.ts";
import { YES_AND_NO } from "../../../domain/rules/answers/polarity.answers.ts";
import { isSameAnswer, readAnswerText } from "../../../domain/rules/answers/same.ts";
import { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";

const TEXT: AnswerForm = { type: "text" };
const NUMBER: AnswerForm = { type: "number" };
const YES_NO: AnswerForm = { type: "choice", options: ["Yes", "No"] };

/** With each way in which languages write decimals and groups: 1,234.5, 1.234,5, 1 234,5, 1’234.5, 12,34,567.5, ١٬٢٣٤٫٥. */
const LANGUAGES = ["en", "de", "fr", "de-CH", "hi", "ar-EG", "fa", "sv", "pl", "ru", "pt-BR", "ja", "zh", "tr", "bn"];
const language = fc.constantFrom(...LANGUAGES);
const cents = fc.integer({ min: -999_999_999, max: 999_999_999 });

describe("a number is read as it is written in its language", () => {
  it("whatever marks its decimals and its thousands", () => {
    fc.assert(
      fc.property(cents, language, (value, tag) => {
        const written = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(value / 100);
        expect(readAnswerText(written, NUMBER, tag)).toBe(String(value / 100 || 0));
      }),
    );
  });

  it("also within a sentence, with its unit, and with two decimals where the language is not known", () => {
    const around = fc.constantFrom(
      ["It is ", " km."],
      ["約", "キロ"],
      ["Das sind ", " km!"],
      ["答案是", "。"],
      ["≈ ", ""],
    );
    fc.assert(
      fc.property(cents, fc.constantFrom("en", "de", "pl", "hi", "fa"), around, (value, tag, [before, after]) => {
        const written = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, useGrouping: false }).format(
          value / 100,
        );
        expect(readAnswerText(`${before}${written}${after}`, NUMBER)).toBe(String(value / 100 || 0));
      }),
    );
  });

  it.each([
    ["3,5 km", "3.5"],
    ["0,125", "0.125"],
    ["1,234", "1234"],
    ["1.234", "1.234"],
    ["1,234,567.5", "1234567.5"],
    ["1.234.567", "1234567"],
    ["-5", "-5"],
    ["−5", "-5"],
    ["− 5", "-5"],
    ["x = -5", "-5"],
    ["35 m2", "35"],
    ["35 m²", "35"],
    ["E1 says 42", "42"],
    ["=> 5", "5"],
    ["3 × 10^6", "3000000"],
    ["3·10⁻²", "0.03"],
    ["5 million", "5000000"],
    ["1e3", "1000"],
    [".5", "0.5"],
    ["<5", null],
    ["> 5", null],
    [">= 5", null],
    ["≤5", null],
    ["±5", null],
    ["5+", null],
    ["5–10", null],
    ["5-10", null],
    ["covid-19", null],
    ["5½", null],
    ["10²", null],
    ["1/2", null],
    ["1.2.3", null],
    ["1,2,3", null],
    ["3 or 5", null],
  ])("%j without a language is %j", (text, read) => {
    expect(readAnswerText(text, NUMBER)).toBe(read);
  });

  it.each([
    ["1.234", "de", "1234"],
    ["1,234", "de", "1.234"],
    ["12 345,5", "fr", "12345.5"],
    ["5 Millionen", "de", "5000000"],
    ["2,5 Mrd", "de", "2.5"],
  ])("%j in %s is %j", (text, tag, read) => {
    expect(readAnswerText(text, NUMBER, tag)).toBe(read);
  });

  it("takes a unit that is itself a number word as the unit", () => {
    expect(readAnswerText("5 million", { type: "number", unit: "million euros" })).toBe("5");
  });
});

describe("yes and no", () => {
  const pair = fc.constantFrom(...YES_AND_NO);
  const spelling = fc.constantFrom(
    (word: string) => word,
    (word: string) => word.toUpperCase(),
    (word: string) => `${word}.`,
    (word: string) => ` ${word}! `,
  );

  it("are read in each language, for options in any other", () => {
    fc.assert(
      fc.property(pair, pair, spelling, ([yes, no], [itsYes, itsNo], written) => {
        const form: AnswerForm = { type: "choice", options: [itsNo, itsYes] };
        expect(readAnswerText(written(yes), form)).toBe(itsYes);
        expect(readAnswerText(written(no), form)).toBe(itsNo);
        expect(readAnswerText(`${yes}, 1`, form)).toBe(itsYes);
      }),
    );
  });

  it("are never found within a sentence", () => {
    const words = fc.array(fc.constantFrom("cars", "Autos", "voitures", "路", "машины"), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(pair, pair, words, words, ([yes, no], options, before, after) => {
        const form: AnswerForm = { type: "choice", options: [...options] };
        for (const word of [yes, no]) {
          expect(readAnswerText([...before, word, ...after].join(" "), form)).toBeNull();
          expect(readAnswerText([word, ...after].join(" "), form)).toBeNull();
        }
      }),
    );
  });

  it.each([
    ["Ban private cars: there is no other way", null],
    ["No other way is left", null],
    ["No. 5 is the best", null],
    ["No: there is another way", "No"],
    ["Yes, there is no other way", "Yes"],
    ["Nein – es geht anders", "No"],
    ["for", "Yes"],
    ["against", "No"],
    ["B", "No"],
    ["A) Yes", "Yes"],
    ["A) No", null],
  ])("%j is %j", (text, read) => {
    expect(readAnswerText(text, YES_NO)).toBe(read);
  });
});

describe("signs", () => {
  const signs = [
    "C",
    "C++",
    "C#",
    "-5",
    "5",
    "<5",
    ">5",
    "≤5",
    "5+",
    "3.5",
    "35",
    ".NET",
    "NET",
    "5 %",
    "a != b",
    "a = b",
  ];
  const others = [
    "O(n)",
    "O(n!)",
    "10²",
    "102",
    "€5",
    "$5",
    "A*",
    "A",
    "a/b",
    "a b",
    "हाँ",
    "हा",
    "नहीं",
    "नह",
    "A♠",
    "A♥",
  ];
  const distinct = [...signs, ...others];

  it("tell answers apart, as texts and as options", () => {
    const two = fc.subarray(distinct, { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(two, ([one = "", other = ""]) => {
        expect(isSameAnswer(one, other, TEXT)).toBe(false);
        const form = AnswerForm.parse({ type: "choice", options: [one, other] });
        expect([readAnswerText(one, form), readAnswerText(other, form)]).toEqual([one, other]);
      }),
      { numRuns: 500 },
    );
  });

  it("that typists and typesetters choose do not", () => {
    for (const [one, other] of [
      ["New York", "new-york!"],
      ["−5", "-5"],
      ["5 %", "5%"],
      ["C♯", "c#."],
      ["**Paris**", "paris"],
      ["a < b", "a<b"],
      ["3,5", "3.5"],
      ["“yes”", "Yes"],
      ["COVID-19", "covid 19"],
    ] as const)
      expect([one, other, isSameAnswer(one, other, TEXT)]).toEqual([one, other, true]);
  });
});

describe("groups of numbers", () => {
  it("do not depend on who sits where, and never hold two that differ by more than the tolerance", () => {
    const given = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 8 });
    const shuffled = given.chain((values) =>
      fc.tuple(
        fc.constant(values),
        fc.shuffledSubarray(values, { minLength: values.length, maxLength: values.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([values, others]) => {
        const form: AnswerForm = { type: "number", tolerance: 4 };
        const of = (each: number[]) =>
          groupsOf(each.map(String), { answerOf: (text) => text, form }).map(({ answer, of: members }) => [
            answer,
            members.map(Number).toSorted((a, b) => a - b),
          ]);
        expect(of(others)).toEqual(of(values));
        for (const [answer, members] of of(values) as [string, number[]][]) {
          expect(Math.max(...members) - Math.min(...members)).toBeLessThanOrEqual(4);
          expect(members).toContain(Number(answer));
        }
      }),
    );
  });

  it("take in as many as agree: 4, 7 and 8 with a tolerance of 4 are one group, though 0 came first", () => {
    const found = groupsOf(["4", "0", "8", "7"], { answerOf: (text) => text, form: { type: "number", tolerance: 4 } });
    expect(found.map(({ answer, of }) => [answer, of.length])).toEqual([
      ["7", 3],
      ["0", 1],
    ]);
  });

  it("keep large numbers apart", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e11 }), (value) => {
        expect(isSameAnswer(String(value), String(value + 1), NUMBER)).toBe(false);
      }),
    );
  });
});
