/** A debate's configuration in a file: what `POST /v1/debates` takes, with participants that may be switched off. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { faultsOf } from "../../domain/checks.ts";
import { DebateRequest } from "../../domain/request.ts";
import { ConfigError } from "../config.ts";
import { UsageError } from "./arguments.ts";

const DEFAULT_FILE = "parley.json";

const DebateFile = DebateRequest.partial().extend({
  participants: z
    .array(DebateRequest.shape.participants.element.extend({ enabled: z.boolean().optional() }))
    .optional(),
});
type DebateFile = z.input<typeof DebateFile>;
/** As it is sent: the server learns only of those who take part. */
export type DebateDraft = z.input<ReturnType<typeof DebateRequest.partial>>;
type Participant = NonNullable<DebateFile["participants"]>[number];
type DebateParticipant = NonNullable<DebateDraft["participants"]>[number];

/** The file that is named, else `./parley.json`, else nothing. Throws `ConfigError` with every fault. */
export async function readDebateFile(path: string | undefined): Promise<DebateFile> {
  const text = await textOf(path);
  if (text === null) return {};
  const name = path ?? DEFAULT_FILE;
  const parsed = DebateFile.safeParse(jsonOf(text, name));
  if (parsed.success) return jsonOf(text, name) as DebateFile;
  throw new ConfigError(
    faultsOf(parsed.error).map(({ pointer, detail }) => `${name}${pointer && ` ${pointer}`}: ${detail}`),
  );
}

/** Those who take part: the agents that are named, on or off, else all that are not switched off. */
export function pickParticipants(file: DebateFile, agents: string[] | undefined): DebateDraft["participants"] {
  const all = file.participants ?? [];
  const named = (wanted: string) => {
    const found = all.find(({ name, id }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
    if (found) return found;
    const known = all.map(({ name }) => name).join(", ") || "none";
    throw new UsageError(`the configuration has no participant "${wanted}"; it has: ${known}`);
  };
  const picked = agents ? agents.map(named) : all.filter(({ enabled }) => enabled !== false);
  return picked.length > 0 ? picked.map(withoutSwitch) : undefined;
}

function withoutSwitch(participant: Participant): DebateParticipant {
  const { enabled: _enabled, ...rest } = participant;
  return rest;
}

async function textOf(path: string | undefined): Promise<string | null> {
  try {
    return await readFile(path ?? DEFAULT_FILE, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (path === undefined && code === "ENOENT") return null;
    throw new ConfigError([`${path ?? DEFAULT_FILE} can not be read (${code ?? "unknown"})`]);
  }
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError([`${name} is not JSON`]);
  }
}
