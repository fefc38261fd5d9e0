/** The entries of a finished debate, and a report's additions to them. */

import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { measuredBlocks } from "../../../domain/show/report/assessment.report.ts";
import type { Block } from "../../../domain/show/report/blocks.ts";
import { list } from "../../../domain/show/report/blocks.ts";
import { privateAnswers } from "../../../domain/show/report/conformity.report.ts";
import { contextLines } from "../../../domain/show/report/context.report.ts";
import { measuredAlone } from "../../../domain/show/report/measured.ts";
import type { Tale } from "../../../domain/show/report/names.report.ts";
import { failureNote, remarksOn } from "../../../domain/show/report/report.ts";
import { addEvent, type Entry, emptyStory, fillInterjection } from "../browser/live/story.live.ts";

/** The texts of interjections are among the turns; the log has only their places. */
export function entriesOf({ events, turns }: Pick<TranscriptExport, "events" | "turns">): Entry[] {
  const story = emptyStory();
  for (const { id, type, at, data } of events) addEvent(story, { ...data, id, type, at });
  for (const turn of turns) if (turn.phase === "interjection") fillInterjection(story, turn);
  return story.entries;
}

export function blocksBeside({ kind, turn, round }: Entry, whole: TranscriptExport & Tale): Block[] {
  const { words } = whole;
  if (kind === "round" && round !== undefined)
    return [
      ...linesOf(contextLines(whole, round)),
      ...asideIn(whole, round),
      ...measuredBlocks(measuredAlone({ ...whole, turns: LINKED }, round), words),
    ];
  if (kind === "turn" && turn) return [...failureNote(turn, words), ...remarksOn(turn, words)];
  return [];
}

/** Those of before round 1 are with it. */
function asideIn(whole: TranscriptExport & Tale, round: number): Block[] {
  const before = round === 1 ? privateAnswers(whole, 0) : [];
  return [...before, ...privateAnswers(whole, round)];
}

/** The page makes links of turns' ids, so none of them gets a name here. */
const LINKED: TranscriptExport["turns"] = [];

function linesOf(lines: string[]): Block[] {
  return lines.length === 0 ? [] : [list(lines)];
}
