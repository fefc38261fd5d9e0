/** Builds the request of a debate from arguments and configuration. */
import { readFile } from "node:fs/promises";
import type { NewDebate } from "../../../api/client/index.ts";
import { placeOf } from "../../../domain/formats/description.ts";
import { FORMATS_BY_NAME } from "../../../domain/formats/registry.ts";
import { takesPart } from "../../../domain/request/taking-part.ts";
import { type DebateArguments, ownFieldsIn, UsageError } from "./arguments.ts";
import { type DebateDraft, pickParticipants, readDebateFile } from "./file.ts";

export type TopicalDraft = DebateDraft & { topic: string };

/** What was asked for. Throws `UsageError` and `ConfigError`. */
export async function draftOf(args: DebateArguments): Promise<TopicalDraft> {
  const file = await readDebateFile(args.config);
  const topic = (await givenTopic(args)) ?? file.topic;
  if (!topic?.trim()) throw new UsageError('a topic is missing, for example: parley debate "Is chess a sport?"');
  const participants = args.participants ?? pickParticipants(file, args.agents);
  const draft: TopicalDraft = {
    ...file,
    topic: topic.trim(),
    participants,
    ...(args.format && { format: args.format }),
    ...(args.rounds && { maxRounds: args.rounds }),
    ...(args.clarify && { clarifications: { ...file.clarifications, enabled: true } }),
    ...(args.validateLive && { validate: { live: true } }),
    ...(args.judge && { judge: { ...file.judge, model: args.judge } }),
    ...(args.maxCost && { limits: { ...file.limits, maxCostUsd: args.maxCost } }),
    start: true,
  };
  return ownFieldsIn(args).reduce((all, [path, value]) => withField(all, path.split("/"), value), draft);
}

/** The value at the end of a path; objects on the way are copied or made. */
function withField<T extends object>(object: T, [name = "", ...rest]: string[], value: unknown): T {
  const inner = (object as Record<string, unknown>)[name] as object | undefined;
  return { ...object, [name]: rest.length === 0 ? value : withField(inner ?? {}, rest, value) };
}

async function givenTopic({ topic, problemFile }: DebateArguments): Promise<string | undefined> {
  if (problemFile === undefined) return topic?.trim() || undefined;
  if (topic !== undefined) throw new UsageError("give the topic as text or with --problem-file, not both");
  return readFile(problemFile, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${problemFile} cannot be read (${error.code ?? "unknown"})`);
  });
}

/** Without participants, the server chooses them. */
export function requestOf({ participants, ...draft }: TopicalDraft): NewDebate {
  return { ...draft, ...(participants && { participants: seated(draft.format, participants) }) };
}

type Speakers = NonNullable<DebateDraft["participants"]>;

/** A configuration that gives one role gives all that it wants; the server adds the others. */
function seated(format: TopicalDraft["format"], speakers: Speakers): Speakers {
  const rules = format && FORMATS_BY_NAME[format];
  const active = speakers.filter(takesPart);
  if (!rules || active.some(({ role }) => role)) return speakers;
  const place = (speaker: Speakers[number]) => (takesPart(speaker) ? placeOf(rules, active.indexOf(speaker)) : {});
  return speakers.map((speaker) => ({ ...place(speaker), ...speaker }));
}
