import { createHash } from "node:crypto";
import { type Prompt, promptText } from "../domain/prompts/prompt.ts";

/** The prompt itself is not stored: it is rebuilt from its references, and this says whether it is the same. */
export function promptHash(prompt: Prompt): string {
  return createHash("sha256").update(promptText(prompt)).digest("hex");
}
