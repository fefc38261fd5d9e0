/** What the prompts of all roles share: the rules for all, where a custom system prompt goes, how JSON is asked for. */
import { nameWithTag } from "../../base/language/tag.ts";
import { fencesOf } from "../fences/fences.ts";
import type { ChatMessage, OutputSchema, Prompt } from "./prompt.prompt-part.ts";

/**
 * What every prompt says, whichever system prompt is used: which of it is data, and the language of the reply. Part of
 * what all calls of a reader begin with, so that providers can cache it.
 */
export function houseRules(about: { fenceKey?: string | undefined; language?: string | undefined }): string[] {
  return [fencesOf(about).rule, languageRule(about)];
}

/** Without a language in the request, the topic says which: every prompt shows it. */
export function languageRule({ language }: { language?: string | undefined }): string {
  const which = language === undefined ? "the topic's language" : nameWithTag(language);
  return `Write in ${which}, also inside JSON; keys, ids, fixed values, names and quotations stay.`;
}

/** The last line of a prompt that lists the faults of a JSON reply. */
export const MEND_JSON = "Mend every fault, keep exactly to the schema, and write nothing but the JSON object.";

/** The last line of a task. Providers show the schema to their models, so it is not repeated here: see `withSchema`. */
export const ASK_FOR_JSON = "Answer with one JSON object by this request's JSON Schema, and nothing around it.";

/** For a model that its provider does not show the schema: the schema ends the last block, in brief. */
export function withSchema(messages: ChatMessage[], { schema }: OutputSchema): ChatMessage[] {
  const last = messages.at(-1);
  if (!last) return messages;
  return [
    ...messages.slice(0, -1),
    { ...last, content: [...last.content.slice(0, -1), `${last.content.at(-1)}\n\n${inBrief(schema)}`] },
  ];
}

/** Where every object requires all its fields and allows no other, one sentence says so for all. */
function inBrief(schema: OutputSchema["schema"]): string {
  let isStrict = true;
  const text = JSON.stringify(schema, (_key, value: unknown) => {
    if (!isObjectSchema(value)) return value;
    const { required, additionalProperties, ...rest } = value;
    isStrict &&=
      additionalProperties === false && Object.keys(value.properties).every((key) => required?.includes(key));
    return rest;
  });
  if (!isStrict) return `The JSON Schema:\n${JSON.stringify(schema)}`;
  return `The JSON Schema. Every field of it is required, and no other is allowed:\n${text}`;
}

interface ObjectSchema {
  properties: object;
  required?: string[];
  additionalProperties?: unknown;
}

function isObjectSchema(value: unknown): value is ObjectSchema {
  return typeof value === "object" && value !== null && "properties" in value && typeof value.properties === "object";
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
