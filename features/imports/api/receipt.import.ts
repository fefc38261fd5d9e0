/** Checks the receipt of a signed export that is imported. */

import { sha256 } from "../../../api/base/sha256.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import type { Imported } from "../../../domain/shapes/schemas/provenance.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { type PublicKey, trustedKeys } from "../../receipts/api/keys.api.ts";
import { chainFaults } from "../../receipts/domain/checks/chain.check.ts";
import { contentFaults } from "../../receipts/domain/checks/content.check.ts";
import { signatureFaults } from "../../receipts/domain/checks/signature.ts";

/** What is signed must be whole. This install cannot know other keys than its own. */
export function receiptFaults(signed: TranscriptExport, keys: PublicKey[]): Problem[] {
  const trusted = trustedKeys(keys);
  const isOurs = signed.receipt !== undefined && trusted.has(signed.receipt.keyId);
  const signature = isOurs ? signatureFaults(signed, trusted) : [];
  return [...chainFaults(signed, sha256), ...contentFaults(signed, sha256), ...signature];
}

/** The provenance that a valid export has here: `at` and `by` are the caller's to add. */
export function importedAs({ receipt, rejudgements }: TranscriptExport, keys: PublicKey[]): Imported {
  const named = rejudgements && { rejudgements: rejudgements.map(({ id }) => id) };
  if (!receipt) return { signature: null, ...named };
  const { keyId, signedAt, provenance } = receipt;
  const verified = trustedKeys(keys).has(keyId);
  return { signature: { keyId, signedAt, verified, says: provenance.origin }, ...named };
}

/** The stored debate is without the receipt: its view states in brief what the receipt was. */
export function withoutReceipt({
  receipt: _receipt,
  prompts: _prompts,
  events,
  ...rest
}: TranscriptExport): TranscriptExport {
  return { ...rest, events: events.map(({ hash: _hash, ...event }) => event) };
}
