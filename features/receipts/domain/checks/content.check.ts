/** Checks the hashes of the whole export and of its parts. */

import { pointerOf } from "../../../../domain/play/beginning/revision.ts";
import type { Problem } from "../../../../domain/shapes/schemas/faults.schema.ts";
import type { TranscriptExport } from "../../../../domain/show/export/transcript.export.ts";
import type { Sha256 } from "../canonical.ts";
import { contentOf } from "../statement.ts";
import { type Check, checked, unchecked } from "./check.ts";

export function checkContent(whole: TranscriptExport, sha256: Sha256): Check {
  if (!whole.receipt) return unchecked("content", "it is not signed");
  return checked("content", contentFaults(whole, sha256), `${Object.keys(whole.receipt.parts).length} parts`);
}

/** The parts that differ; else the whole. */
export function contentFaults(whole: TranscriptExport, sha256: Sha256): Problem[] {
  const { receipt } = whole;
  if (!receipt) return [];
  const { content, parts } = contentOf(whole, sha256);
  const names = new Set([...Object.keys(parts), ...Object.keys(receipt.parts)]);
  const changed = [...names].flatMap((name) => {
    if (receipt.parts[name] === parts[name]) return [];
    return [{ pointer: pointerOf(name), detail: `the part ${name} is not the one that was signed` }];
  });
  if (changed.length > 0 || receipt.content === content) return changed;
  return [{ pointer: "/receipt/content", detail: "is not the hash of this export" }];
}
