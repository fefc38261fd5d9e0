/** What the prompts of all roles share: where a custom system prompt goes, and how JSON is asked for. */
import type { OutputSchema, Prompt } from "./prompt.ts";

/** The last line of a prompt that lists the faults of a JSON reply. */
export const MEND_JSON = "Mend every fault, keep exactly to the schema, and write nothing but the JSON object.";

export function askForJson({ schema }: OutputSchema): string[] {
  return [
    "Answer with one JSON object and nothing else: no text around it, no code fence. It follows this JSON Schema:",
    JSON.stringify(schema),
  ];
}

/**
 * A custom system prompt replaces the built-in one. What the built-in one says about this debate (`moved`) then follows
 * the facts.
 */
export function systemAndFacts(
  custom: string | undefined,
  { builtIn, facts, moved }: { builtIn: string[]; facts: string; moved: string },
): Pick<Prompt, "system" | "source"> & { facts: string } {
  if (custom === undefined) return { system: builtIn.join("\n\n"), facts, source: "built-in" };
  return { system: custom, facts: facts + moved, source: "custom" };
}
