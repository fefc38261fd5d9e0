/** Checks the receipt of a signed export that is imported. */
import type { TranscriptExport } from "../../domain/export/transcript.ts";
import { chainFaults } from "../../domain/receipts/checks/chain.ts";
import { contentFaults } from "../../domain/receipts/checks/content.ts";
import { signatureFaults } from "../../domain/receipts/checks/signature.ts";
import type { Problem } from "../../domain/schemas/faults.ts";
import { type PublicKey, sha256, trustedKeys } from "../receipts/keys.ts";

/** What is signed must be whole. This install cannot know other keys than its own. */
export function receiptFaults(signed: TranscriptExport, keys: PublicKey[]): Problem[] {
  const trusted = trustedKeys(keys);
  const isOurs = signed.receipt !== undefined && trusted.has(signed.receipt.keyId);
  const signature = isOurs ? signatureFaults(signed, trusted) : [];
  return [...chainFaults(signed, sha256), ...contentFaults(signed, sha256), ...signature];
}

/** The debate that is stored is this install's to sign: it keeps nothing of the other's receipt. */
export function withoutReceipt({
  receipt: _receipt,
  prompts: _prompts,
  events,
  ...rest
}: TranscriptExport): TranscriptExport {
  return { ...rest, events: events.map(({ hash: _hash, ...event }) => event) };
}
