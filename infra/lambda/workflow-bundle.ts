/** Path of the prebuilt workflows: with the failure converter if payloads are encrypted. */
import { fileURLToPath } from "node:url";
import type { Parts } from "./parts.lambda.ts";

export const BUNDLES = { plain: "workflows.cjs", encrypted: "workflows-encrypted.cjs" };

export function workflowBundleOf({ codec }: Pick<Parts, "codec">): string {
  return fileURLToPath(new URL(`./${codec ? BUNDLES.encrypted : BUNDLES.plain}`, import.meta.url));
}
