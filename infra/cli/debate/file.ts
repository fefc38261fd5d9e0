/** A debate's configuration in a file: a body of `POST /v1/debates`. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { faultsOf } from "../../../domain/request/checks.ts";
import { DebateRequest } from "../../../domain/request/debate-request.ts";
import { LIMITS, ParticipantRequest } from "../../../domain/request/request.ts";
import { takesPart } from "../../../domain/request/taking-part.ts";
import { ConfigError } from "../../config.ts";
import { UsageError } from "./arguments.ts";

const DEFAULT_FILE = "parley.json";

/** A file may list more participants than a request: `--agents` chooses among them. */
const DebateFile = DebateRequest.partial().extend({ participants: z.array(ParticipantRequest).optional() });
type DebateFile = z.input<typeof DebateFile>;
export type DebateDraft = z.input<ReturnType<typeof DebateRequest.partial>>;

/** The given file, else `./parley.json`, else nothing. Throws `ConfigError` with every problem. */
export async function readDebateFile(path: string | undefined): Promise<DebateFile> {
  const text = await textOf(path);
  if (text === null) return {};
  const name = path ?? DEFAULT_FILE;
  const value = jsonOf(text, name);
  const parsed = DebateFile.safeParse(value);
  if (parsed.success) return value as DebateFile;
  throw new ConfigError(
    faultsOf(parsed.error).map(({ pointer, detail }) => `${name}${pointer && ` ${pointer}`}: ${detail}`),
  );
}

/** The named agents, even if disabled; otherwise all, unless nobody takes part. */
export function pickParticipants(file: DebateFile, agents: string[] | undefined): DebateDraft["participants"] {
  const all = file.participants ?? [];
  const named = (wanted: string) => {
    const found = all.find(({ name, id }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
    if (found) return found;
    const known = all.map(({ name }) => name).join(", ") || "none";
    throw new UsageError(`the configuration has no participant "${wanted}"; it has: ${known}`);
  };
  if (agents) return agents.map(named).map(({ enabled: _enabled, ...rest }) => rest);
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
    throw new ConfigError([`${name} is not JSON`]);
  }
}
