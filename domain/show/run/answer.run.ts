/** How a run answers: the result of its debate as text, in Markdown or as JSON. */

import { wordsOf } from "../../base/words/words.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import { isOpen, resultText } from "../../shapes/schemas/result-text.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, paragraph, strong } from "../report/blocks.ts";
import { conclusionSections, stanceOf } from "../report/conclusion.report.ts";
import { CONCLUSION_WORDS } from "../report/conclusion-words.report.ts";
import { markdownOf } from "../report/markdown.report.ts";
import { escaped } from "../report/markdown-text.report.ts";
import { placesIn, type Tale } from "../report/names.report.ts";
import { rulingSections } from "../report/ruling.report.ts";

/** `earned`: how often answers at the level of the support were right, as far as it is known. */
export type Answerable = Pick<TranscriptExport, "debate" | "turns"> & Pick<Tale, "earned">;

/** `isShort`: the answer and how well it is supported; else all of the conclusion, or the ruling where there is none. */
export function answerText(told: Answerable, raw: Result, { isShort }: { isShort: boolean }): string {
  const words = wordsOf(told.debate);
  const result = placesIn(raw, { ...told, words });
  const write = (blocks: Block[]) => markdownOf(blocks, words, { isWhole: false });
  const [title, answer, ...rest] = conclusionSections(result, { ...told, words });
  if (!isShort && !(title && answer)) return write(rulingSections(result, { ...told, words }));
  const text = result.conclusion?.answer.text ?? resultText(result) ?? "";
  const below = write(isShort ? supportOf(told, result) : rest);
  return [...text.split(/\n{2,}/).map(escaped), below].filter((part) => part !== "").join("\n\n");
}

/** A result for programs, without what the debate needed to reach it. */
export function answerValue(result: Result) {
  const { type, contested, conclusion } = result;
  return { type, answer: resultText(result), contested, ...(conclusion && { conclusion }) };
}

/** Pieces of an answer for a stream; together they are the text. */
export function paragraphsOf(text: string): string[] {
  return text.match(/[^\n]*\n+|[^\n]+$/g) ?? [text];
}

function supportOf({ debate }: Answerable, result: Result): Block[] {
  const { conclusion } = result;
  if (!conclusion) return [];
  const { say } = wordsOf(debate);
  const stance = stanceOf(conclusion, isOpen(result));
  const support = `${say(CONCLUSION_WORDS.support)}: ${say(CONCLUSION_WORDS.levels[conclusion.support.level])}`;
  return [paragraph(strong(stance ? `${say(stance)}. ${support}` : support))];
}
