/** The repetition detector against two labellings of real debates: what is recorded is what the documents say. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRepetition, type Said } from "../../../domain/judge/signals/repetition.signal.ts";
import { figureLines, isFound } from "./labelled/transcripts/figures.ts";
import { kappaOf } from "./labelled/transcripts/kappa.ts";
import { measureTranscripts, measureTurns } from "./labelled/transcripts/measure.ts";
import {
  QUESTIONS,
  readAdjudications,
  readLabelledTurns,
  readLabels,
  readMeasurements,
  readSources,
} from "./labelled/transcripts/read.ts";
import { splitMeeting } from "./labelled/transcripts/split.ts";

const turns = readLabelledTurns();

describe("the labelled transcripts", () => {
  it("have over 200 held-out turns, and no source or file in both halves", () => {
    expect(turns.filter(({ half }) => half === "held-out").length).toBeGreaterThan(200);
    const { sources } = readSources();
    expect(new Set(sources.map(({ half }) => half)).size).toBe(2);
    const files = sources.flatMap(({ meetings }) => meetings.map(({ sha256 }) => sha256));
    expect(new Set(files).size).toBe(files.length);
  });

  it("have both labels and a measurement of every turn, and a decision just where the labels differ", () => {
    const ids = readMeasurements().map(({ turn }) => turn);
    for (const labeller of ["a", "b"] as const) expect(readLabels(labeller).map(({ turn }) => turn)).toEqual(ids);
    const differing = turns.flatMap(({ turn, labels }) =>
      QUESTIONS.filter((question) => labels[question].a !== labels[question].b).map(
        (question) => `${turn} ${question}`,
      ),
    );
    const decided = readAdjudications().map(({ turn, question }) => `${turn} ${question}`);
    expect(decided.toSorted()).toEqual(differing.toSorted());
    expect(ids.filter((id) => readSources().omitted.turns.includes(id))).toEqual([]);
  });

  it("name one to three earlier turns of the same source for each yes", () => {
    const ids = turns.map(({ turn }) => turn);
    const halfOf = new Map(turns.map(({ turn, half }) => [turn, half]));
    for (const label of [...readLabels("a"), ...readLabels("b")])
      for (const earlier of QUESTIONS.flatMap((question) => label[question] ?? [])) {
        expect([label.turn, earlier, ids.indexOf(earlier) >= 0]).toEqual([label.turn, earlier, true]);
        expect(ids.indexOf(earlier)).toBeLessThan(ids.indexOf(label.turn));
        expect(halfOf.get(earlier)).toBe(halfOf.get(label.turn));
      }
    for (const label of [...readLabels("a"), ...readLabels("b")])
      for (const question of QUESTIONS) expect([null, 1, 2, 3]).toContain(label[question]?.length ?? null);
  });

  it("give the figures that docs/design/measured.md and the README beside them state", () => {
    const lines = figureLines(turns);
    console.log(lines.join("\n"));
    for (const name of ["../../../docs/design/measured.md", "labelled/README.md"]) {
      const document = readFileSync(new URL(name, import.meta.url), "utf8").split("\n");
      expect(document).toEqual(expect.arrayContaining(lines));
    }
  });

  it("count a turn as found by the detector's own thresholds", () => {
    const [turn] = turns;
    const found = (overlap: number, containment: number) =>
      isFound({ ...turn!, measured: { ...turn!.measured, overlap, containment } });
    expect([found(0.39, 0.49), found(0.4, 0), found(0, 0.5)]).toEqual([false, true, true]);
  });
});

describe("the agreement of two labellings", () => {
  const pairs = (counts: [number, boolean, boolean][]) =>
    counts.flatMap(([count, a, b]) => Array.from({ length: count }, () => ({ a, b })));

  it("is Cohen's kappa, with the interval of Fleiss, Cohen and Everitt", () => {
    const found = kappaOf(
      pairs([
        [20, true, true],
        [5, true, false],
        [10, false, true],
        [15, false, false],
      ]),
    );
    expect(found?.kappa).toBeCloseTo(0.4, 10);
    // Standard error 0.12700, computed apart from the published formula.
    expect(found?.low).toBeCloseTo(0.1511, 4);
    expect(found?.high).toBeCloseTo(0.6489, 4);
  });

  it("is unknown where both say one thing of all turns, 1 where they never differ, 0 where only chance agrees", () => {
    expect(kappaOf(pairs([[9, false, false]]))).toBeNull();
    expect(kappaOf([])).toBeNull();
    expect(
      kappaOf(
        pairs([
          [3, true, true],
          [5, false, false],
        ]),
      )?.kappa,
    ).toBe(1);
    const chance = pairs([
      [4, true, true],
      [4, true, false],
      [4, false, true],
      [4, false, false],
    ]);
    expect(kappaOf(chance)?.kappa).toBeCloseTo(0, 10);
  });
});

describe("a transcript", () => {
  const sentence = (n: number) => `This is sentence number ${n} of a paragraph that is very long.`;
  const long = Array.from({ length: 50 }, (_, i) => sentence(i)).join(" ");
  const transcript = `Title\n1\nMr. Lincoln's Opening Speech\n2\n\nOne paragraph that a page\n3\nbreak cut in two.\n\nAnother.\n\nSenator Douglas's Reply at Alton\n\n${long}\n`;

  it("is cut into turns by speech, without page numbers, with paragraphs joined over pages", () => {
    const [first, ...rest] = splitMeeting(transcript);
    expect(first).toEqual({
      by: "lincoln",
      speech: 1,
      text: "One paragraph that a page break cut in two.\n\nAnother.",
    });
    expect(rest.map(({ by, speech }) => [by, speech])).toEqual([
      ["douglas", 2],
      ["douglas", 2],
    ]);
  });

  it("keeps every word, and no turn has more than 300", () => {
    const [, ...rest] = splitMeeting(transcript);
    expect(rest.map(({ text }) => text).join(" ")).toBe(long);
    for (const { text } of rest) expect(text.split(/\s+/).length).toBeLessThanOrEqual(300);
  });
});

describe("a measurement", () => {
  const said = (id: string, index: number, text: string): Said => ({
    id,
    round: 1,
    index,
    participantId: index % 2 === 0 ? "douglas" : "lincoln",
    text,
  });
  const speech = Array.from({ length: 40 }, (_, i) => `word${i}`).join(" ");
  const spoken = [
    said("g1", 1, speech),
    said("g2", 2, "Nothing of this was said before, not a word of it, and never will be again by anyone here."),
    said("g3", 3, `${speech} and a little more at its end`),
    said(
      "g4",
      4,
      `${speech.split(" ").slice(0, 25).join(" ")} ${Array.from({ length: 15 }, (_, i) => `new${i}`).join(" ")}`,
    ),
  ];

  it("is the detector's, before its thresholds", () => {
    const measured = measureTurns(spoken);
    expect(measured.map(({ overlap, containment }) => [overlap > 0, containment > 0])).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [true, true],
    ]);
    const repetition = createRepetition({ turns: spoken, mode: "sequential", threshold: 0.4 });
    expect(measured.map((each) => each.overlap >= 0.4 || each.containment >= 0.5)).toEqual(
      spoken.map((turn) => repetition(turn) !== null),
    );
  });

  describe("of a file", () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "parley-transcripts-"));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it("is refused if the file is not the one that was labelled", () => {
      for (const { meetings } of readSources().sources)
        for (const { file } of meetings) writeFileSync(join(folder, file), "Mr. Lincoln's Reply\n\nSomething else.\n");
      expect(() => measureTranscripts(folder)).toThrow(
        /01-ottawa\.txt is not the file that was labelled: take it from/,
      );
    });
  });
});
