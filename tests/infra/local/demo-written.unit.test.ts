/** The written debates as data: nothing is missing, nothing refers to what is not there, nobody gives figures. */
import { expect, test } from "vitest";
import { EXAMPLES, exampleFor, isScripted } from "../../../domain/shapes/catalogue/examples.catalogue.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import { castOf, isSaid, textsOf } from "../../../infra/local/demo/cast.demo.ts";
import { isYes } from "../../../infra/local/demo/polarity.ts";
import { readDemoRequest } from "../../../infra/local/demo/request.demo.ts";
import { type WrittenDebate, writtenFor } from "../../../infra/local/demo/written.ts";

const DEBATES = EXAMPLES.map((example) => [example.name, writtenFor(example.topics[0]) as WrittenDebate] as const);

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

test("There are six: the README's among them, one with options, one in German, and each in another format.", () => {
  expect(EXAMPLES).toHaveLength(6);
  expect(new Set(EXAMPLES.map(({ format }) => format)).size).toBe(6);
  expect(FORMATS).toEqual(expect.arrayContaining(EXAMPLES.map(({ format }) => format)));
  expect(EXAMPLES.filter(({ options }) => options)).toHaveLength(1);
  expect(EXAMPLES.map(({ language }) => language)).toContain("de");
});

test("A question is found whatever its case and punctuation, and others are not.", () => {
  expect(exampleFor(" should CITIES ban cars ")?.name).toBe("cars");
  expect(exampleFor("Should cities ban private cars?")).toBeUndefined();
});

test.each(DEBATES)("%s: names stand for voices that there are, and texts have no figures.", (_, debate) => {
  const texts = stringsIn({ voices: debate.voices, judge: debate.judge });
  const named = texts.flatMap((text) => [...text.matchAll(/\{(\d+)\}/g)].map(([, voice]) => Number(voice)));
  expect(named.filter((voice) => voice >= debate.voices.length)).toEqual([]);
  // Steps of a list are numbered.
  const figures = texts.filter((text) => /\d/.test(text.replaceAll(/\{\d\}|(?:^| )\d\. /g, "")));
  expect(figures).toEqual([]);
  expect(texts.filter((text) => text.trim() === "")).toEqual([]);
});

test.each(DEBATES)("%s: each text is told from all others, and nobody answers in the opening.", (_, { voices }) => {
  const all = voices.flatMap(textsOf);
  for (const text of all) expect(all.filter((other) => isSaid(text, other))).toEqual([text]);
  for (const { says } of voices) expect(says[0]).not.toMatch(/\{\d\}/);
  expect(new Set(voices.flatMap((voice) => [voice.position, ...voice.keyArguments])).size).toBe(
    voices.reduce((sum, voice) => sum + 1 + voice.keyArguments.length, 0),
  );
});

test.each(DEBATES)("%s: what the judge refers to was said.", (_, { voices, judge }) => {
  for (const { points, prevailed } of judge.cruxes) {
    expect(points).toHaveLength(voices.length);
    points.forEach(({ said }, voice) => expect(voices[voice]?.says[said]).toBeDefined());
    expect(prevailed === null || prevailed < voices.length).toBe(true);
  }
  for (const { voice, said } of judge.evidence) expect(voices[voice]?.says[said]).toBeDefined();
  // Most debates have three rounds.
  expect(judge.cruxes.flatMap(({ points }) => points).filter(({ said }) => said > 2)).toEqual([]);
  for (const { crux } of judge.nextSteps) expect(crux === null || crux <= judge.cruxes.length).toBe(true);
  expect(judge.winner).not.toBe(judge.second);
});

test("Sides for and against say yes and no.", () => {
  const sided = DEBATES.flatMap(([, { voices }]) => voices).filter(({ side }) => side !== null);
  expect(sided).toHaveLength(8);
  for (const { side, position } of sided) expect([position, isYes(position)]).toEqual([position, side === "for"]);
});

test.each(DEBATES)("%s: what is said of somebody who takes no part is left out.", (_, debate) => {
  const { named } = castOf(readDemoRequest([{ role: "user", content: "" }]), debate);
  for (const text of [debate.judge.summary, ...debate.judge.reasoning]) expect(named(text)).not.toMatch(/\{\d\}/);
});

test("A debate in which a real model speaks or judges is no scripted example.", () => {
  const debate = {
    topic: "Should cities ban cars?",
    demo: true,
    participants: [{ model: "demo/debater" }],
    judge: null,
  };
  expect(isScripted(debate)).toBe(true);
  expect(isScripted({ ...debate, participants: [{ model: "demo/debater" }, { model: "openai/gpt-5.5" }] })).toBe(false);
  expect(isScripted({ ...debate, judge: { model: "demo/judge", panel: ["openai/gpt-5.5"] } })).toBe(false);
  expect(isScripted({ ...debate, topic: "Cars?" })).toBe(false);
});
