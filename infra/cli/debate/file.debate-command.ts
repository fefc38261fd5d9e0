/** A debate's configuration in a file: a body of `POST /v1/debates`, with prompts that may stand in files of their own. */

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { placeOfFault } from "../../../domain/base/text/json-fault.ts";
import { DebateRequest } from "../../../domain/rules/request/debate-request.ts";
import { faultsOf } from "../../../domain/rules/request/faults.request.ts";

import { JudgeRequest } from "../../../domain/rules/request/judge.request.ts";
import { withOptionsInModel } from "../../../domain/rules/request/options-in-model.ts";
import { ParticipantRequest } from "../../../domain/rules/request/participant.ts";
import { takesPart } from "../../../domain/rules/request/taking-part.ts";
import { LIMITS } from "../../../domain/shapes/schemas/limits.schema.ts";

import { ConfigError } from "../../base/config.infra-base.ts";

const DEFAULT_FILE = "parley.json";

const systemPromptPath = z
  .string()
  .min(1)
  .max(1_000)
  .optional()
  .meta({ description: "A file with the system prompt, relative to this file; built in if it cannot be read" });
const ONE_PROMPT = { path: ["systemPromptPath"], error: "systemPrompt is given too: leave one of them out" };

function hasOnePrompt(part: { systemPrompt?: unknown; systemPromptPath?: unknown }): boolean {
  return part.systemPrompt === undefined || part.systemPromptPath === undefined;
}

const FileParticipant = ParticipantRequest.extend({ systemPromptPath });
/** A file may list more participants than a request: `--agents` chooses among them. */
const DebateFile = DebateRequest.partial().extend({
  participants: z.array(FileParticipant.refine(hasOnePrompt, ONE_PROMPT)).optional(),
  judge: JudgeRequest.extend({ systemPromptPath }).refine(hasOnePrompt, ONE_PROMPT).optional(),
});
export type DebateFile = z.input<typeof DebateFile>;
/** The body for the server. */
export type DebateDraft = z.input<ReturnType<typeof DebateRequest.partial>>;

/** The given file, else `./parley.json`, else nothing. Throws `ConfigError` with every problem. */
export async function readDebateFile(path: string | undefined): Promise<{ debate: DebateFile; folder: string }> {
  const text = await textOf(path);
  const name = path ?? DEFAULT_FILE;
  const folder = dirname(name);
  if (text === null) return { debate: {}, folder };
  const value = jsonOf(text, name);
  // The server takes such options too, and warns of them.
  const parsed = DebateFile.safeParse(withOptionsInModel(value).body);
  if (parsed.success) return { debate: value as DebateFile, folder };
  throw new ConfigError(
    faultsOf(parsed.error).map(({ pointer, detail }) => `${name}${pointer && ` ${pointer}`}: ${detail}`),
  );
}

export type FileParticipants = NonNullable<DebateFile["participants"]>;

/** All, unless nobody takes part. */
export function pickParticipants({ participants: all = [] }: DebateFile): FileParticipants | undefined {
  const active = all.filter(takesPart);
  if (active.length === 0) return undefined;
  // A request cannot list more; who takes no part may be left out of it.
  return all.length > LIMITS.participants ? active : all;
}

async function textOf(path: string | undefined): Promise<string | null> {
  try {
    return await readFile(path ?? DEFAULT_FILE, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (path === undefined && code === "ENOENT") return null;
    throw new ConfigError([`${path ?? DEFAULT_FILE} cannot be read (${code ?? "unknown"})`]);
  }
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError([`${name} is not JSON: see ${placeOfFault(text)}`]);
  }
}
