/** Builds the request of a debate from arguments and configuration. */

import mergePatch from "json-merge-patch";
import type { Client, NewDebate } from "../../../api/client/index.ts";
import { takesPart } from "../../../domain/rules/request/taking-part.ts";
import { seated } from "../../../domain/rules/seats/seated.ts";
import type { ToolRequest } from "../../../domain/shapes/schemas/tool-request.ts";
import { type ChangeArguments, ownFieldsIn, type RequestArguments, UsageError } from "../base/arguments.cli.ts";
import { plainLine } from "../base/terminal.ts";
import { readFilled, readText } from "../base/text-file.ts";
import {
  type DebateDraft,
  type DebateFile,
  type FileParticipants,
  pickParticipants,
  readDebateFile,
} from "./file.debate-command.ts";
import { withPrompts } from "./prompts.debate-command.ts";

/** What was asked for. Throws `UsageError` and `ConfigError`. */
export async function draftOf(args: RequestArguments, warn: (line: string) => void): Promise<DebateDraft> {
  const { preset } = args;
  const isAlone = preset !== undefined && args.config === undefined;
  const file = isAlone ? { debate: {}, folder: "." } : await readDebateFile(args.config);
  const topic = ((await givenTopic(args)) ?? file.debate.topic)?.trim();
  if (!topic && preset === undefined)
    throw new UsageError('a topic is missing, for example: parley debate "Is chess a sport?"');
  const debate = await withPrompts(file, {
    participants: args.participants ?? participantsOf(file.debate, args, warn),
    warn,
  });
  const given = {
    ...(preset !== undefined && { preset }),
    ...(args.format && { format: args.format }),
    ...(args.language && { language: args.language }),
    ...(args.answers && { answers: args.answers }),
    ...(args.expected !== undefined && { expected: args.expected }),
    ...(args.clarify && { clarifications: { enabled: true } }),
    ...(args.validateLive && { validate: { live: true } }),
    ...(args.queue && { whenBusy: "queue" as const }),
    ...toolsIn(args),
    ...changesIn(args),
  };
  // A patch would drop each null of the schema.
  const output = args.outputSchema === undefined ? {} : { output: { schema: await schemaIn(args.outputSchema) } };
  const draft = mergePatch.apply(debate, given) as DebateDraft;
  return { ...withJudge(draft, args), ...output, ...(topic && { topic }), start: true };
}

/** A panel alone needs a judge beside it, which a preset may name. */
function withJudge(draft: DebateDraft, { panel, preset }: RequestArguments): DebateDraft {
  const { judge } = draft;
  if (panel === undefined || preset !== undefined || judge?.model !== undefined) return draft;
  return { ...draft, judge: { ...judge, model: "usual/judge-1" } };
}

/** Those of a preset are chosen where its request is known. */
function participantsOf(debate: DebateFile, args: RequestArguments, warn: (line: string) => void) {
  if (!args.agents) return pickParticipants(debate);
  if (choosesInPreset(args) && !debate.participants) return undefined;
  return chosen(args.agents, { of: debate.participants, whose: "the configuration", warn });
}

function choosesInPreset({ preset, agents }: RequestArguments): boolean {
  return preset !== undefined && agents !== undefined;
}

/** The request, with the chosen ones of its preset's participants where it has none of its own. */
export async function withAgents(
  draft: DebateDraft,
  { args, client, warn }: { args: RequestArguments; client: Pick<Client, "presets">; warn: (line: string) => void },
): Promise<NewDebate> {
  const { preset, agents = [] } = args;
  if (preset === undefined || !choosesInPreset(args) || draft.participants) return requestOf(draft);
  const { request } = await client.presets.get(preset);
  const { participants: of } = request as DebateFile;
  return requestOf({ ...draft, participants: chosen(agents, { of, whose: `the preset ${preset}`, warn }) });
}

function toolsIn({ search, mcp = [] }: RequestArguments): { tools?: ToolRequest[] } {
  const domains = Array.isArray(search) ? { allowedDomains: search } : {};
  const web: ToolRequest[] = search === undefined ? [] : [{ type: "web_search", ...domains }];
  const tools = [...web, ...mcp.map((server): ToolRequest => ({ type: "mcp", server }))];
  return tools.length > 0 ? { tools } : {};
}

/** The changes of a request, as a JSON merge patch. */
export function changesIn(args: ChangeArguments): object {
  const changes = {
    ...(args.rounds && { maxRounds: args.rounds }),
    ...((args.judge ?? args.panel) && { judge: judgeIn(args) }),
    ...(args.maxCost && { limits: { maxCostUsd: args.maxCost } }),
  };
  return ownFieldsIn(args).reduce<object>((all, [path, value]) => withField(all, path.split("/"), value), changes);
}

function judgeIn({ judge, panel }: ChangeArguments): object {
  return { ...(judge && { model: judge }), ...(panel && { panel }) };
}

/** The value at the end of a path; objects on the way are copied or made. */
function withField(object: object, [name = "", ...rest]: string[], value: unknown): object {
  const inner = (object as Record<string, object | undefined>)[name] ?? {};
  return { ...object, [name]: rest.length === 0 ? value : withField(inner, rest, value) };
}

async function givenTopic({ topic, problemFile }: RequestArguments): Promise<string | undefined> {
  if (problemFile === undefined) return topic?.trim() || undefined;
  if (topic !== undefined) throw new UsageError("give the topic as text or with --problem-file, not both");
  return readFilled(problemFile);
}

/** The server says which schemas it takes. */
async function schemaIn(file: string): Promise<Record<string, unknown>> {
  const text = await readText(file);
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new UsageError(`${file} is no JSON`);
  }
}

/** Without participants, the server chooses them. */
export function requestOf(draft: DebateDraft): NewDebate {
  return seated(draft) as NewDebate;
}

interface Choice {
  of: FileParticipants | undefined;
  /** Where they stand, for people. */
  whose: string;
  warn: (line: string) => void;
}

/** Whoever is disabled stays so, and is named. Throws `UsageError` where nobody is meant, or nobody is left. */
function chosen(agents: string[], { of: all = [], whose, warn }: Choice): FileParticipants {
  const picked = [...new Set(agents.flatMap((wanted) => named(wanted, { all, whose })))];
  const disabled = picked.filter((one) => !takesPart(one)).map(({ name }) => plainLine(name));
  const told = `${disabled.join(", ")} ${disabled.length === 1 ? "is" : "are"} disabled in ${whose} ("enabled": false)`;
  if (disabled.length === picked.length) throw new UsageError(`${told}, and --agents names nobody else`);
  if (disabled.length > 0) warn(`${told} and ${disabled.length === 1 ? "takes" : "take"} no part`);
  return picked.filter(takesPart).map(({ enabled: _enabled, ...rest }) => rest);
}

/** By id or name one participant, by role all that have it. */
function named(wanted: string, { all, whose }: { all: FileParticipants; whose: string }): FileParticipants {
  const word = wanted.toLowerCase();
  const one = all.find(({ id }) => id === wanted) ?? all.find(({ name }) => name.toLowerCase() === word);
  const found = one ? [one] : all.filter(({ role }) => role?.toLowerCase() === word);
  if (found.length > 0) return found;
  const known = all.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(", ") || "none";
  throw new UsageError(plainLine(`${whose} has no participant "${wanted}"; it has: ${known}`));
}
