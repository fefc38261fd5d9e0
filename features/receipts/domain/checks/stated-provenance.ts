/** What a file shows of its provenance: only a receipt that holds shows any. */

import { wordsOf } from "../../../../domain/base/words/words.ts";
import type { Imported, Provenance } from "../../../../domain/shapes/schemas/provenance.ts";
import { importedLines } from "../../../../domain/show/export/imported-lines.export.ts";
import type { TranscriptExport } from "../../../../domain/show/export/transcript.export.ts";
import type { Check } from "./check.ts";

export interface StatedProvenance {
  /** `unknown`: nothing in the file shows where the debate ran. */
  origin: Provenance["origin"] | "unknown";
  /** English sentences. */
  detail: string;
  imported?: Imported;
}

/** What a receipt states counts only where these hold. */
const NEEDED: Check["name"][] = ["chain", "content", "signature"];

export function statedProvenance({ receipt }: Pick<TranscriptExport, "receipt">, checks: Check[]): StatedProvenance {
  const unknown = (detail: string): StatedProvenance => ({ origin: "unknown", detail });
  if (!receipt) return unknown("it is not signed, so nothing shows where the debate ran.");
  const unheld = checks.find(({ name, outcome }) => NEEDED.includes(name) && outcome !== "holds");
  if (unheld?.outcome === "fails") return unknown(`its ${unheld.name} does not hold, so nothing shows where it ran.`);
  if (unheld) return unknown("its signature is not checked, so nothing shows where it ran.");
  const { provenance } = receipt;
  if (provenance.origin === "ran-here")
    return { origin: "ran-here", detail: "the install that signed it says that it ran the debate." };
  const { origin, ...imported } = provenance;
  const detail = importedLines(imported, wordsOf({})).join(" ");
  return { origin, detail: `the install that signed it says: ${detail}`, imported };
}
