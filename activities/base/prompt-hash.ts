import { hash } from "node:crypto";
import { promptDigest } from "../../domain/prompts/parts/digest.ts";
import type { Prompt } from "../../domain/prompts/parts/prompt.prompt-part.ts";

export function promptHash(prompt: Prompt): string {
  return promptDigest(prompt, (text) => hash("sha256", text));
}
