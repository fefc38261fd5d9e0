/** Checks an export in order, from its shape to its ballots. Needs no network, and trusts nothing that it says of itself. */
import { eventFaults } from "../../../../domain/play/events/check-events.ts";
import { faultsOf } from "../../../../domain/rules/request/faults.request.ts";
import type { Problem } from "../../../../domain/shapes/schemas/faults.schema.ts";
import { TranscriptExport } from "../../../../domain/show/export/transcript.export.ts";
import type { Sha256 } from "../canonical.ts";
import { checkBallots } from "./ballots.check.ts";
import { checkChain } from "./chain.check.ts";
import { type Check, checked } from "./check.ts";
import { checkContent } from "./content.check.ts";
import { checkLog } from "./log.check.ts";
import { checkPrompts } from "./prompts.check.ts";
import { checkSignature, type TrustedKeys } from "./signature.ts";
import { type StatedProvenance, statedProvenance } from "./stated-provenance.ts";

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
