/** Adds hashes and prompts to an export, and states what they are. Runs in a process of its own, since an export may be long. */

import { sha256 } from "../../../api/base/sha256.ts";
import type { SentPrompts } from "../../../domain/show/export/receipt.export.ts";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { chained } from "../domain/chain.receipt.ts";
import { type Statement, statementOf } from "../domain/statement.ts";

export interface ReceiptInput {
  /** The export as JSON. */
  json: Uint8Array;
  /** The turns' prompts as JSON. */
  prompts: Uint8Array;
}

export interface Composed {
  /** The export with hashes and prompts, as a JSON object. */
  json: Uint8Array<ArrayBuffer>;
  statement: Statement;
}

declare module "../../../api/base/tasks.api-base.ts" {
  interface Tasks {
    composeReceipt: { input: ReceiptInput; output: Composed };
  }
}

export function composeReceipt(input: ReceiptInput): Composed {
  const whole = parsed(input.json) as TranscriptExport;
  const events = chained(whole.debate.id, whole.events, sha256);
  const signed: TranscriptExport = { ...whole, events, prompts: parsed(input.prompts) as SentPrompts };
  return { json: new TextEncoder().encode(JSON.stringify(signed)), statement: statementOf(signed, sha256) };
}

/** Half of a surrogate pair, which JSON can write and UTF-8 cannot, becomes U+FFFD. */
function parsed(json: Uint8Array): unknown {
  const text = new TextDecoder().decode(json);
  const hasHalves = /\\u[dD][89a-fA-F]/.test(text);
  const wellFormed = (_: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);
  return JSON.parse(text, hasHalves ? wellFormed : undefined);
}
