/** A turn as judges see it: its text, and the citations in it that match nothing. */
import { unmatched } from "../../rules/citations/citations.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { Fences } from "../fences/marks.ts";
import { turnBlock } from "../parts/transcript.prompt-part.ts";

export function judgedTurn(turn: Turn, fences: Fences): string[] {
  return [turnBlock(turn, fences), ...unmatchedBlock(turn, fences)];
}

export function unmatchedBlock({ id, citations = [], citationsChecked }: Turn, { fence, label }: Fences): string[] {
  if (citationsChecked === false) return [`The code could not check the citations of ${label(id)}.\n`];
  const lines = unmatched(citations).map((line) => `- ${line}`);
  if (lines.length === 0) return [];
  const note = `Checked by the code: these citations of ${label(id)} match nothing, so they are no evidence.`;
  return [`${note}\n${fence("citations", lines.join("\n"), { turn: id })}`];
}
