/** A turn as judges see it: its text, and what the code found wrong with its citations. */
import { unmatched } from "../citations.ts";
import type { Turn } from "../schemas/turn.ts";
import { fence } from "./fence.ts";
import { turnBlock } from "./transcript.ts";

export function judgedTurn(turn: Turn): string[] {
  return [turnBlock(turn), ...unmatchedBlock(turn)];
}

/** What the code could not find of a turn's citations: the judge is to know it. */
function unmatchedBlock({ id, citations = [] }: Turn): string[] {
  const lines = unmatched(citations).map((line) => `- ${line}`);
  if (lines.length === 0) return [];
  const note = `Checked by the code: these citations of ${id} match nothing, so they are no evidence.`;
  return [`${note}\n${fence("citations", lines.join("\n"), { turn: id })}`];
}
