/** Keys of installs, for tests. */
import { createHash, type KeyObject } from "node:crypto";
import { keyOfSeed } from "../../infra/base/receipt-keys.ts";

/** The same for the same name. */
export function receiptKey(install: string): KeyObject {
  return keyOfSeed(createHash("sha256").update(install).digest("base64"));
}
