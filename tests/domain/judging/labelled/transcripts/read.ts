/** The labelled turns, as the files beside this one have them. */
import { readFileSync } from "node:fs";

export const QUESTIONS = ["words", "point"] as const;
type Question = (typeof QUESTIONS)[number];
export const HALVES = ["development", "held-out"] as const;
type Half = (typeof HALVES)[number];

/** The earlier turns that hold it; null: no. */
type Label = { turn: string } & Record<Question, string[] | null>;

interface Adjudication {
  turn: string;
  question: Question;
  answer: boolean;
  because: string;
}

/** What the repetition detector measures of a turn, 0–1, before its thresholds. */
export interface Measurement {
  turn: string;
  /** The beginning of the SHA-256 of its text. */
  text: string;
  overlap: number;
  containment: number;
}

export interface Meeting {
  id: string;
  place: string;
  file: string;
  sha256: string;
}

interface Sources {
  sources: { id: string; half: Half; meetings: Meeting[] }[];
  omitted: { turns: string[]; because: string };
}

export interface LabelledTurn {
  turn: string;
  half: Half;
  labels: Record<Question, { a: boolean; b: boolean; answer: boolean }>;
  measured: Measurement;
}

const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const lines = <T>(name: string) =>
  textOf(name)
    .trimEnd()
    .split("\n")
    .map((line): T => JSON.parse(line));

export const readSources = (): Sources => JSON.parse(textOf("sources.json"));
export const readLabels = (labeller: "a" | "b") => lines<Label>(`labels-${labeller}.jsonl`);
export const readAdjudications = () => lines<Adjudication>("adjudicated.jsonl");
export const readMeasurements = () => lines<Measurement>("measured.jsonl");

/** Throws if a label lacks its counterpart, its measurement, or the decision on a disagreement. */
export function readLabelledTurns(): LabelledTurn[] {
  const [a, b] = [readLabels("a"), byTurn(readLabels("b"))];
  const measured = byTurn(readMeasurements());
  const halves = new Map(readSources().sources.flatMap(({ half, meetings }) => meetings.map((m) => [m.id, half])));
  const decisions = readAdjudications();
  return a.map((one): LabelledTurn => {
    const other = required(b.get(one.turn), `labelling b has no ${one.turn}`);
    const labelOf = (question: Question) => {
      const both = { a: one[question] !== null, b: other[question] !== null };
      const decision = decisions.find((d) => d.turn === one.turn && d.question === question);
      if (both.a === both.b) return { ...both, answer: both.a };
      return { ...both, answer: required(decision, `nobody decided on ${question} of ${one.turn}`).answer };
    };
    return {
      turn: one.turn,
      half: required(halves.get(one.turn.slice(0, 1)), `no source has ${one.turn}`),
      labels: { words: labelOf("words"), point: labelOf("point") },
      measured: required(measured.get(one.turn), `${one.turn} is not measured`),
    };
  });
}

function byTurn<T extends { turn: string }>(all: T[]): Map<string, T> {
  return new Map(all.map((each) => [each.turn, each]));
}

function required<T>(value: T | undefined, fault: string): T {
  if (value === undefined) throw new Error(`${fault}: mend the files in tests/domain/judging/labelled/transcripts`);
  return value;
}
