/** Measures the labelled turns by the detector, from the transcripts' texts. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createRepetition,
  type RepetitionRules,
  type Said,
} from "../../../../../domain/judge/signals/repetition.signal.ts";
import { type Measurement, type Meeting, readSources } from "./read.ts";
import { splitMeeting } from "./split.ts";

/** Above every share, so that this method finds nothing. */
const NEVER = 2;
const MODE = "sequential";

/** In order. Throws if a file is missing, or is not the one that was labelled. */
export function measureTranscripts(folder: string): Measurement[] {
  const { sources, omitted } = readSources();
  return sources.flatMap(({ meetings }) => {
    const turns = meetings
      .flatMap((meeting, i) => turnsOf(meeting, { folder, before: 3 * i }))
      .filter(({ id }) => !omitted.turns.includes(id));
    return measureTurns(turns);
  });
}

export function measureTurns(turns: Said[]): Measurement[] {
  const by = (rules: Pick<RepetitionRules, "threshold" | "containment">) =>
    createRepetition({ turns, mode: MODE, ...rules });
  const overlapOf = by({ threshold: Number.MIN_VALUE, containment: NEVER });
  const containmentOf = by({ threshold: NEVER, containment: 0 });
  return turns.map((turn) => ({
    turn: turn.id,
    text: createHash("sha256").update(turn.text).digest("hex").slice(0, 12),
    overlap: overlapOf(turn)?.overlap ?? 0,
    containment: containmentOf(turn)?.overlap ?? 0,
  }));
}

function turnsOf({ id, file, sha256 }: Meeting, { folder, before }: { folder: string; before: number }): Said[] {
  const path = join(folder, file);
  const text = readFileSync(path);
  if (createHash("sha256").update(text).digest("hex") !== sha256)
    throw new Error(`${path} is not the file that was labelled: take it from the commit that sources.json names`);
  return splitMeeting(text.toString("utf8")).map(({ by, speech, text: said }, i) => ({
    id: `${id}${i + 1}`,
    participantId: by,
    round: before + speech,
    index: i + 1,
    text: said,
  }));
}
