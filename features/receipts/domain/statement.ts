/** What a receipt states about an export: the end of its chain, and the hashes of its content. */

import type { Receipt, UnsignedReceipt } from "../../../domain/show/export/receipt.export.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { canonicalJson, type Sha256 } from "./canonical.ts";
import { rootOf } from "./chain.receipt.ts";

export type Statement = Pick<Receipt, "chain" | "content" | "parts">;

/** Of an export whose events have their hashes. */
export function statementOf(whole: TranscriptExport, sha256: Sha256): Statement {
  const { events, debate } = whole;
  const head = events.at(-1)?.hash ?? rootOf(debate.id, sha256);
  return { chain: { events: events.length, head }, ...contentOf(whole, sha256) };
}

/** The hashes of the whole and of its parts, without the receipt. Each part is written once. */
export function contentOf({ receipt: _ofThis, ...rest }: TranscriptExport, sha256: Sha256): Omit<Statement, "chain"> {
  const written = Object.entries(rest)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]): [string, string] => [name, canonicalJson(part)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const fields = written.map(([name, json]) => `${canonicalJson(name)}:${json}`);
  return {
    content: sha256(`{${fields.join()}}`),
    parts: Object.fromEntries(written.map(([name, json]) => [name, sha256(json)])),
  };
}

/** The text that the install signs. */
export function signedText(receipt: UnsignedReceipt): string {
  return canonicalJson(receipt);
}
