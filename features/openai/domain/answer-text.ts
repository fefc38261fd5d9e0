/** A debate's result as the text of an answer, in Markdown. */

import { wordsOf } from "../../../domain/base/words/words.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { isOpen, resultText } from "../../../domain/shapes/schemas/result-text.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { type Block, paragraph, strong } from "../../../domain/show/report/blocks.ts";
import { conclusionSections, stanceOf } from "../../../domain/show/report/conclusion.report.ts";
import { CONCLUSION_WORDS } from "../../../domain/show/report/conclusion-words.report.ts";
import { markdownOf } from "../../../domain/show/report/markdown.report.ts";
import { escaped } from "../../../domain/show/report/markdown-text.report.ts";
import { placesIn, type Tale } from "../../../domain/show/report/names.report.ts";
import { rulingSections } from "../../../domain/show/report/ruling.report.ts";

/** `earned`: how often answers at the level of the support were right, as far as it is known. */
export type Told = Pick<TranscriptExport, "debate" | "turns"> & Pick<Tale, "earned">;

/** `isShort`: the answer and how well it is supported; else all of the conclusion, or the ruling where there is none. */
export function answerText(told: Told, raw: Result, { isShort }: { isShort: boolean }): string {
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
export function answerJson(result: Result): string {
  const { type, contested, conclusion } = result;
  return JSON.stringify({ type, answer: resultText(result), contested, ...(conclusion && { conclusion }) });
}

function supportOf({ debate }: Told, result: Result): Block[] {
  const { conclusion } = result;
  if (!conclusion) return [];
  const { say } = wordsOf(debate);
  const stance = stanceOf(conclusion, isOpen(result));
  const support = `${say(CONCLUSION_WORDS.support)}: ${say(CONCLUSION_WORDS.levels[conclusion.support.level])}`;
  return [paragraph(strong(stance ? `${say(stance)}. ${support}` : support))];
}
