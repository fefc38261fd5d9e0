/** Builds the request of a debate from arguments and configuration. */
import { readFile } from "node:fs/promises";
import mergePatch from "json-merge-patch";
import type { NewDebate } from "../../../api/client/index.ts";
import { placeOf } from "../../../domain/formats/description.ts";
import { FORMATS_BY_NAME } from "../../../domain/formats/registry.ts";

import { takesPart } from "../../../domain/request/taking-part.ts";
import { type ChangeArguments, ownFieldsIn, type RequestArguments, UsageError } from "./arguments.ts";

import { type DebateDraft, pickParticipants, readDebateFile } from "./file.ts";
import { withPrompts } from "./prompts.ts";

export type TopicalDraft = DebateDraft & { topic: string };

/** What was asked for. Throws `UsageError` and `ConfigError`. */
export async function draftOf(args: RequestArguments, warn: (line: string) => void): Promise<TopicalDraft> {
  const file = await readDebateFile(args.config);
  const topic = (await givenTopic(args)) ?? file.debate.topic;
  if (!topic?.trim()) throw new UsageError('a topic is missing, for example: parley debate "Is chess a sport?"');
  const debate = await withPrompts(file, {
    participants: args.participants ?? pickParticipants(file.debate, args.agents),
    warn,
  });
  const given = {
    ...(args.format && { format: args.format }),
    ...(args.language && { language: args.language }),
    ...(args.clarify && { clarifications: { enabled: true } }),
    ...(args.validateLive && { validate: { live: true } }),
    ...changesIn(args),
  };
  return { ...(mergePatch.apply(debate, given) as DebateDraft), topic: topic.trim(), start: true };
}

/** The changes of a request, as a JSON merge patch. */
export function changesIn(args: ChangeArguments): object {
  const changes = {
    ...(args.rounds && { maxRounds: args.rounds }),
    ...(args.judge && { judge: { model: args.judge } }),
    ...(args.maxCost && { limits: { maxCostUsd: args.maxCost } }),
  };
  return ownFieldsIn(args).reduce<object>((all, [path, value]) => withField(all, path.split("/"), value), changes);
}

/** The value at the end of a path; objects on the way are copied or made. */
function withField(object: object, [name = "", ...rest]: string[], value: unknown): object {
  const inner = (object as Record<string, object | undefined>)[name] ?? {};
  return { ...object, [name]: rest.length === 0 ? value : withField(inner, rest, value) };
}

async function givenTopic({ topic, problemFile }: RequestArguments): Promise<string | undefined> {
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
  if (rules?.sides) return withSides(speakers);
  const active = speakers.filter(takesPart);
  if (!rules || active.some(({ role }) => role)) return speakers;
  const place = (speaker: Speakers[number]) => (takesPart(speaker) ? placeOf(rules, active.indexOf(speaker)) : {});
  return speakers.map((speaker) => ({ ...place(speaker), ...speaker }));
}

/** Each without a side takes the one that fewer have, "for" first. */
function withSides(speakers: Speakers): Speakers {
  const taken = speakers.filter(takesPart).flatMap(({ side }) => side ?? []);
  const count = (wanted: string) => taken.filter((side) => side === wanted).length;
  return speakers.map((speaker) => {
    if (speaker.side || !takesPart(speaker)) return speaker;
    const side = count("against") < count("for") ? "against" : "for";
    taken.push(side);
    return { ...speaker, side };
  });
}
