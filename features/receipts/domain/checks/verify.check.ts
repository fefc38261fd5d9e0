/** Checks an export in order, from its shape to its ballots. Needs no network, and trusts nothing that it says of itself. */

import { wordsOf } from "../../../../domain/base/words/words.ts";
import { eventFaults } from "../../../../domain/play/events/check-events.ts";
import { faultsOf } from "../../../../domain/rules/request/faults.request.ts";
import type { Problem } from "../../../../domain/shapes/schemas/faults.schema.ts";
import type { Imported, Provenance } from "../../../../domain/shapes/schemas/provenance.ts";
import { importedLines } from "../../../../domain/show/export/imported-lines.export.ts";
import { TranscriptExport } from "../../../../domain/show/export/transcript.export.ts";
import type { Sha256 } from "../canonical.ts";
import { checkBallots } from "./ballots.check.ts";
import { checkChain } from "./chain.check.ts";
import { type Check, checked } from "./check.ts";
import { checkContent } from "./content.check.ts";
import { checkLog } from "./log.check.ts";
import { checkPrompts } from "./prompts.check.ts";
import { checkSignature, type TrustedKeys } from "./signature.ts";

interface StatedProvenance {
  /** `unknown`: nothing in the file shows where the debate ran. */
  origin: Provenance["origin"] | "unknown";
  /** English sentences. */
  detail: string;
  imported?: Imported;
}

/** What a receipt states counts only where these hold. */
const NEEDED: Check["name"][] = ["chain", "content", "signature"];

/** What a file shows of its provenance: only a receipt that holds shows any. */
function statedProvenance({ receipt }: Pick<TranscriptExport, "receipt">, checks: Check[]): StatedProvenance {
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

export interface Verification {
  /** Where the debate ran, as far as the file shows it. It is the first thing to read. */
  provenance: StatedProvenance;
  /** True: no check fails. */
  holds: boolean;
  checks: Check[];
}

/** Checks after the shape run only if the shape holds. `keys` null: the signature is not checked. */
export function verifyExport(body: unknown, by: { sha256: Sha256; keys: TrustedKeys | null }): Verification {
  const parsed = TranscriptExport.safeParse(body);
  if (!parsed.success) return shapeless(faultsOf(parsed.error));
  // The original: fields that the schema does not know are signed too.
  const whole = body as TranscriptExport;
  const { sha256, keys } = by;
  // A share link's events lack the fields that are the owner's.
  const events = whole.debate.links.watch === null ? eventFaults(whole.events) : [];
  if (events.length > 0) return shapeless(events);
  const checks = [
    checked("shape", [], `the export of ${whole.debate.id}`),
    checkChain(whole, sha256),
    checkContent(whole, sha256),
    checkSignature(whole, keys),
    checkPrompts(whole, sha256),
    checkLog(whole),
    checkBallots(whole),
  ];
  const holds = checks.every(({ outcome }) => outcome !== "fails");
  return { provenance: statedProvenance(whole, checks), holds, checks };
}

function shapeless(faults: Problem[]): Verification {
  const provenance = { origin: "unknown" as const, detail: "it is no export, so nothing shows where it ran." };
  return { provenance, holds: false, checks: [checked("shape", faults, "")] };
}
