/** From arguments and configuration to the debate that is asked for. */
import { readFile } from "node:fs/promises";
import type { Client, NewDebate } from "../../api/client/index.ts";
import { FORMATS_BY_NAME } from "../../domain/formats/registry.ts";
import { ROLES } from "../../domain/protocols/roles.ts";
import { type DebateArguments, NAMES, UsageError } from "./arguments.ts";
import { type DebateDraft, pickParticipants, readDebateFile } from "./debate-file.ts";

const DEMO_DEBATER = "demo/debater";

export type TopicalDraft = DebateDraft & { topic: string };

/** Everything but default speakers, which the server knows. Throws `UsageError` and `ConfigError`. */
export async function draftOf(args: DebateArguments): Promise<TopicalDraft> {
  const file = await readDebateFile(args.config);
  const topic = (await givenTopic(args)) ?? file.topic;
  if (!topic?.trim()) throw new UsageError('say what to debate, for example: parley debate "Is chess a sport?"');
  const participants = args.participants ?? pickParticipants(file, args.agents);
  return {
    ...file,
    topic: topic.trim(),
    participants,
    ...(args.format && { format: args.format }),
    ...(args.rounds && { maxRounds: args.rounds }),
    ...(args.mode && { mode: args.mode }),
    ...(args.clarify && { clarifications: { ...file.clarifications, enabled: true } }),
    ...(args.judge && { judge: { ...file.judge, model: args.judge } }),
    ...(args.maxCost && { limits: { ...file.limits, maxCostUsd: args.maxCost } }),
    start: true,
  };
}

async function givenTopic({ topic, problemFile }: DebateArguments): Promise<string | undefined> {
  if (problemFile === undefined) return topic?.trim() || undefined;
  if (topic !== undefined) throw new UsageError("give the topic as text or with --problem-file, not both");
  return readFile(problemFile, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${problemFile} can not be read (${error.code ?? "unknown"})`);
  });
}

/** With two speakers on the server's default model where none are named; on the demo model when it has no key. */
export async function requestOf(draft: TopicalDraft, client: Pick<Client, "models">): Promise<NewDebate> {
  const speakers = draft.participants ?? (await defaultSpeakers(client));
  return { ...draft, participants: cast(draft.format, speakers) };
}

type Speakers = NonNullable<DebateDraft["participants"]>;

/** Sides go by turns, as the speakers do. Roles go by their order; the server adds whoever is left out. */
function cast(format: TopicalDraft["format"], speakers: Speakers): Speakers {
  if (format && FORMATS_BY_NAME[format].sides)
    return speakers.map((speaker, i) => ({ side: i % 2 === 0 ? "for" : "against", ...speaker }));
  // Whoever wrote one role into a configuration has given thought to all of them.
  if (format !== "proposer-skeptic" || speakers.some(({ role }) => role)) return speakers;
  return speakers.map((speaker, i) => ({ ...speaker, ...(ROLES[i] && { role: ROLES[i] }) }));
}

async function defaultSpeakers(client: Pick<Client, "models">) {
  const { defaultModel } = await client.models();
  return NAMES.slice(0, 2).map((name) => ({ name, model: defaultModel ?? DEMO_DEBATER }));
}
