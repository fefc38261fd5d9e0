/** System prompts that stand in files beside the debate's own. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { takesPart } from "../../../domain/rules/request/taking-part.ts";
import { LIMITS } from "../../../domain/shapes/schemas/limits.schema.ts";
import type { DebateDraft, DebateFile } from "./file.debate-command.ts";

interface Prompted {
  systemPromptFrom?: string | undefined;
  enabled?: boolean | undefined;
  systemPrompt?: string | undefined;
  systemPromptPath?: string | undefined;
}

interface Reading {
  /** Relative paths begin here. */
  folder: string;
  warn: (line: string) => void;
}

/** The debate with these participants and the texts of its prompts. The built-in prompt replaces one that cannot be read. */
export async function withPrompts(
  { debate, folder }: { debate: DebateFile; folder: string },
  { participants, warn }: { participants: DebateFile["participants"]; warn: Reading["warn"] },
): Promise<DebateDraft> {
  const { participants: _all, judge, ...rest } = debate;
  const reading = { folder, warn };
  const speakers = participants?.map((one) => promptOf(one, one.name, reading));
  return {
    ...rest,
    ...(speakers && { participants: await Promise.all(speakers) }),
    ...(judge && { judge: await promptOf(judge, "the judge", reading) }),
  };
}

async function promptOf<T extends Prompted>(part: T, who: string, { folder, warn }: Reading): Promise<T> {
  const { systemPromptPath: path, ...rest } = part;
  if (path === undefined || !takesPart(part)) return rest as T;
  const file = resolve(folder, path);
  try {
    const systemPrompt = (await readFile(file, "utf8")).trim();
    const fault = faultOf(systemPrompt);
    if (!fault) return { ...(rest as T), systemPrompt, systemPromptFrom: path };
    warn(`warning: ${file} ${fault}; ${who} gets the built-in prompt`);
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    warn(`warning: ${file} cannot be read (${code}); ${who} gets the built-in prompt`);
  }
  return rest as T;
}

function faultOf(prompt: string): string | null {
  if (prompt === "") return "is empty";
  return prompt.length > LIMITS.text ? `has more than ${LIMITS.text} characters` : null;
}
