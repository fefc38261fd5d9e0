/** The labelled questions and their texts, as the files beside this one have them. */
import { readFileSync } from "node:fs";

/** How a question sounds: in the passage's words, in others, or as a speaker's argument in others. */
export const KINDS = ["words", "paraphrase", "argument"] as const;
/** Rules may be chosen on `tuning`; `held-out` is measured only. */
export const HALVES = ["tuning", "held-out"] as const;

export interface Question {
  kind: (typeof KINDS)[number];
  half: (typeof HALVES)[number];
  /** Of the text that answers it. */
  file: string;
  question: string;
  /** Each is an answer, and stands once in the text. */
  spans: string[];
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

export function readQuestions(): Question[] {
  return JSON.parse(read("questions.json")) as Question[];
}

/** By the names of their files. */
export function readTexts(): Map<string, string> {
  const names = new Set(readQuestions().map(({ file }) => file));
  return new Map([...names].map((name) => [name, read(`texts/${name}`)]));
}
