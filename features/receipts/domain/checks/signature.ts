/** Checks a receipt's signature by the keys that the reader trusts. */

import type { Problem } from "../../../../domain/shapes/schemas/faults.schema.ts";
import type { TranscriptExport } from "../../../../domain/show/export/transcript.export.ts";
import { signedText } from "../statement.ts";
import { type Check, checked, unchecked } from "./check.ts";

/** The public keys that the reader trusts. */
export interface TrustedKeys {
  has(keyId: string): boolean;
  /** Whether this key made this signature (base64url) of this text. */
  hasSigned(keyId: string, signed: { text: string; signature: string }): boolean;
}

/** `keys` null: the reader gave none. Then nothing shows who signed. */
export function checkSignature(whole: TranscriptExport, keys: TrustedKeys | null): Check {
  const { receipt } = whole;
  if (!keys) return unchecked("signature", receipt ? "no keys were given (--keys)" : "it is not signed");
  if (!receipt) return checked("signature", [{ pointer: "/receipt", detail: "is missing: it is not signed" }], "");
  const { keyId, signedAt } = receipt;
  return checked("signature", signatureFaults(whole, keys), `signed at ${signedAt} by the key ${keyId}`);
}

export function signatureFaults({ receipt }: TranscriptExport, keys: TrustedKeys): Problem[] {
  if (!receipt) return [];
  const { signature, ...signed } = receipt;
  if (!keys.has(signed.keyId)) return [{ pointer: "/receipt/keyId", detail: "is none of the given keys" }];
  if (keys.hasSigned(signed.keyId, { text: signedText(signed), signature })) return [];
  return [{ pointer: "/receipt/signature", detail: "is not this key's signature of this receipt" }];
}
