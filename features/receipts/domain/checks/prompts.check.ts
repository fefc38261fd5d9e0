/** Checks that each turn's `promptSha256` is the hash of the prompt that the export shows for it. */

import { promptDigest } from "../../../../domain/prompts/parts/digest.ts";
import type { Problem } from "../../../../domain/shapes/schemas/faults.schema.ts";
import { isSpoken } from "../../../../domain/shapes/state/interjections.state.ts";
import type { TranscriptExport } from "../../../../domain/show/export/transcript.export.ts";
import type { Sha256 } from "../canonical.ts";
import { promptIn } from "../sent-prompts.ts";
import { type Check, checked, unchecked } from "./check.ts";

/** Turns that a line names at most. */
const NAMED = 5;

export function checkPrompts(whole: TranscriptExport, sha256: Sha256): Check {
  const { prompts } = whole;
  if (!prompts) return unchecked("prompts", "it has no prompts; a signed export has them");
  const faults = promptFaults(whole, sha256);
  const shown = new Set(prompts.turns.map(({ id }) => id));
  const without = whole.turns.filter((turn) => isSpoken(turn) && !shown.has(turn.id)).map(({ id }) => id);
  const rest = without.length > 0 ? `; not checked: ${listed(without)}, whose prompt could not be rebuilt` : "";
  if (faults.length === 0 && shown.size === 0 && without.length > 0)
    return unchecked("prompts", "no prompt could be rebuilt, as in an imported debate");
  return checked("prompts", faults, `${shown.size} prompts${rest}`);
}

function listed(ids: string[]): string {
  const rest = ids.length - NAMED;
  return `${ids.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function promptFaults({ prompts, turns }: TranscriptExport, sha256: Sha256): Problem[] {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  return (prompts?.turns ?? []).flatMap((written, i) => {
    const pointer = `/prompts/turns/${i}`;
    const turn = byId.get(written.id);
    if (!turn) return [{ pointer, detail: `there is no turn ${written.id}` }];
    const prompt = prompts && promptIn(prompts, written);
    if (!prompt) return [{ pointer, detail: `the prompt of ${written.id} names a text that is missing` }];
    if (promptDigest({ ...prompt, source: "built-in" }, sha256) === turn.promptSha256) return [];
    return [{ pointer, detail: `the prompt of ${written.id} is not the one whose hash the turn has` }];
  });
}
