/** What the prompts of all roles share: where a custom system prompt goes, and how JSON is asked for. */
import type { ChatMessage, OutputSchema, Prompt } from "./prompt.ts";

/** The last line of a prompt that lists the faults of a JSON reply. */
export const MEND_JSON = "Mend every fault, keep exactly to the schema, and write nothing but the JSON object.";

/** The last line of a task. Providers show the schema to their models, so it is not repeated here: see `withSchema`. */
export const ASK_FOR_JSON =
  "Answer with one JSON object and nothing else: no text around it, no code fence. It follows the JSON Schema of this request.";

/** For a model that its provider does not show the schema: the schema follows the last message. */
export function withSchema(messages: ChatMessage[], { schema }: OutputSchema): ChatMessage[] {
  const last = messages.at(-1);
  if (!last) return messages;
  return [
    ...messages.slice(0, -1),
    { ...last, content: [...last.content, `The JSON Schema:\n${JSON.stringify(schema)}`] },
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
