/** The prompt itself is not stored: it is rebuilt from its references, and this says whether it is the same. */
import { type Prompt, promptText } from "./prompt.prompt-part.ts";

/** `sha256`: of a text's UTF-8 bytes, hexadecimal. */
export function promptDigest(prompt: Prompt, sha256: (text: string) => string): string {
  return sha256(promptText(prompt));
}
