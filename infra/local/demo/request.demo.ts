/** Parses a request to the demo model from Parley's own prompts (`domain/prompts`). */

import { VOTE_HONESTLY } from "../../../domain/prompts/audience/vote.prompt.ts";
import { GROUP } from "../../../domain/prompts/control-arm/groups.ts";
import { CHAIR } from "../../../domain/prompts/council/chair.ts";
import { RANK } from "../../../domain/prompts/council/ranking.ts";
import { ASSESS } from "../../../domain/prompts/for-judge/assessment.judge-prompt.ts";
import { CHECK_CLAIMS } from "../../../domain/prompts/for-judge/claims.judge-prompt.ts";
import { CONCLUDE } from "../../../domain/prompts/for-judge/conclusion.judge-prompt.ts";
import { EVALUATE } from "../../../domain/prompts/for-judge/evaluation.judge-prompt.ts";
import { REVIEW } from "../../../domain/prompts/for-judge/review.judge-prompt.ts";
import { SYNTHESIZE } from "../../../domain/prompts/for-judge/solution.judge-prompt.ts";
import { RULE } from "../../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import { VOTE } from "../../../domain/prompts/for-judge/vote.judge-prompt.ts";
import { SHAPE } from "../../../domain/prompts/output/output.prompt.ts";
import { SAY_ASIDE } from "../../../domain/prompts/poll/poll.prompt.ts";
import { ANSWER_AGAIN } from "../../../domain/prompts/question/again.ts";
import { ANSWER_ALONE } from "../../../domain/prompts/question/alone.question-prompt.ts";
import { SETTLE } from "../../../domain/prompts/question/parting.ts";
import { ASKED_FOR } from "../../../domain/prompts/question/reply.ts";
import { ASSIGN, TO_FIND } from "../../../domain/prompts/speaker/positions.speaker-prompt.ts";
import { ASK } from "../../../domain/prompts/speaker/questions.speaker-prompt.ts";
import { SUMMARIZE } from "../../../domain/prompts/summary/perspective-summary.ts";
import { CONDENSE } from "../../../domain/prompts/summary/transcript-summary.ts";
import type { JsonSchema } from "../../../domain/shapes/schemas/json-schema.ts";
import {
  type DemoBallot,
  type DemoCriterion,
  type DemoShape,
  demoBallot,
  demoCriteria,
  demoShape,
} from "./criteria.ts";

export interface DemoMessage {
  role: string;
  content: string;
}

export interface DemoTurn {
  id: string;
  speaker: string;
  round: number;
  text: string;
}

export interface DemoParticipant {
  /** Only judges see ids. */
  id: string;
  name: string;
  /** Empty without a side. */
  side: string;
  position: string;
}

/** Facts that a prompt does not mention are empty or 0. */
export interface DemoRequest {
  kind: DemoKind;
  topic: string;
  participants: DemoParticipant[];
  /** Names, where a prompt lists them without positions. */
  agents: string[];
  /** The model that is asked, without its provider. */
  model: string;
  /** What the speaker said before, in its order. */
  own: string[];
  /** Turns of others; for a judge, all turns. */
  turns: DemoTurn[];
  criteria: readonly DemoCriterion[];
  speaker: string;
  format: string;
  phase: string;
  /** For questions: the collection. */
  round: number;
  /** The turn to criticise. */
  target: string;
  /** Ids of the turns to choose from. */
  candidates: string[];
  /** Characters of a summary. */
  limit: number;
  /** The conclusion that is asked for, alone or within another reply. */
  shape: DemoShape | null;
  /** What a ballot is asked for. */
  ballot: DemoBallot;
  /** Of a conclusion: the ballots name no winner. */
  contested: boolean;
  /** Of a conclusion: what the bench answers, else who won, or which side. */
  won: string | null;
  /** Letters of the options to answer with, and their texts. */
  options: string[];
  optionTexts: string[];
  /** The answer is a number. */
  isNumber: boolean;
  /** Wanted positions; undefined: to find. */
  seats: (string | undefined)[];
  /** Positions that others already have. */
  given: string[];
  /** Keys of the answers to rank. */
  ranked: string[];
  /** The schema of the value that is asked for. */
  schema: JsonSchema;
  /** The answers to group, or of a question's earlier round. */
  answers: { id: string; from: string; text: string }[];
}

const asks = (pattern: string) => new RegExp(`^${pattern}`, "m");

/** The sentence that each prompt asks with, in the order of trying. Its groups are facts of the request. */
const PROMPTS = [
  ["turn", /^It is your turn, (?<speaker>.+): round (?<round>\d+) of \d+, (?<phase>[\w-]+)\.$/m],
  ["assessment", asks(`${ASSESS} (?<round>\\d+) of at most \\d+\\.$`)],
  ["questions", asks(`${ASK}, (?<speaker>.+), you may put questions to its owner \\(collection (?<round>\\d+) of`)],
  ["vote", asks(`${VOTE}, `)],
  ["audience", asks(`${VOTE_HONESTLY}, `)],
  ["alone", asks(`${ANSWER_ALONE}: first three reasons `)],
  ["poll", asks(`${SAY_ASIDE}, `)],
  ["groups", asks(`${GROUP} `)],
  ["output", asks(`${SHAPE} of `)],
  ["evaluation", asks(`${EVALUATE} (?<round>\\d+) of at most \\d+\\.$`)],
  ["solution", asks(`${SYNTHESIZE} of `)],
  ["ranking", asks(`${RANK} from the best to the worst, by id: (?<ranked>[a-z0-9-]+(?:, [a-z0-9-]+)*)\\.$`)],
  ["chair", asks(`${CHAIR} `)],
  ["summary", asks(`${SUMMARIZE} (?<speaker>.+) in plain prose of at most (?<characters>\\d+) characters\\.$`)],
  ["summary", asks(`${CONDENSE} above in plain prose of at most (?<words>\\d+) words`)],
  ["positions", asks(`${ASSIGN}: exactly (?<count>\\d+),`)],
  ["claims", asks(`${CHECK_CLAIMS}\\.`)],
  ["conclusion", asks(`${CONCLUDE} `)],
  ["answer", asks(`${ANSWER_ALONE}, alone\\.`)],
  ["answer", asks(`${ANSWER_AGAIN}: round (?<round>\\d+) of`)],
  ["review", asks(REVIEW.replace("?", "\\?"))],
  ["answer", asks(`${SETTLE}: round (?<round>\\d+) of`)],
  ["verdict", asks(`${RULE}: `)],
] as const;
export type DemoKind = (typeof PROMPTS)[number][0] | "other";

/** Includes neutral ids, which judges see. */
const TURN_IDS = /\b(?:g\d+-r\d+-t|[TUVW])\d+\b/g;
const TARGET = /^Criticise the proposal of .+, turn (g\d+-r\d+-t\d+), and no other\.$/m;
/** The assessed participants: some may have dropped out. */
const ASKED = /\bby id: ([a-z0-9-]+(?:, [a-z0-9-]+)*)\./;
const WON = /The outcome, which you do not change: (?:the side )?([a-z0-9-]+) (?:won|argued best)\./m;
const ANSWERED = /To the question itself the judges answer ([a-z0-9-]+) \(/;
const FORMAT = /^The format is ([a-z-]+)\./m;
const CHARACTERS_PER_WORD = 4;

/** Anything other than Parley's prompts is `other`. */
export function readDemoRequest(messages: DemoMessage[], model = ""): DemoRequest {
  const said = messages.filter((m) => m.role === "user").map((m) => m.content);
  const whole = messages.map((m) => m.content).join("\n");
  const facts = said.join("\n");
  const people = fenced(facts, "participant");
  const task = afterLastFence(said.at(-1) ?? "");
  const { kind, groups } = promptIn(task);
  return {
    kind,
    topic: fenced(facts, "topic")[0]?.text ?? "",
    agents: agentsIn(facts),
    model,
    own: messages.filter((m) => m.role === "assistant").map((m) => m.content),
    participants: participantsIn(people, ASKED.exec(task)?.[1]?.split(", ")),
    turns: fenced(facts, "turn").map(({ id = "", speaker = "", round, text }) => {
      return { id, speaker, round: Number(round), text };
    }),
    criteria: demoCriteria(task, whole),
    speaker: groups["speaker"] ?? "",
    // In the system prompt, or after the facts with a custom one.
    format: FORMAT.exec(whole)?.[1] ?? "",
    phase: groups["phase"] ?? "",
    round: Number(groups["round"] ?? 0),
    target: TARGET.exec(task)?.[1] ?? "",
    candidates: task.match(TURN_IDS) ?? [],
    limit: Number(groups["characters"] ?? CHARACTERS_PER_WORD * Number(groups["words"] ?? 0)),
    shape: demoShape(task),
    ballot: demoBallot(task),
    contested: task.includes("the outcome is contested") || task.includes("the judges answer differently"),
    won: (ANSWERED.exec(task) ?? WON.exec(task))?.[1] ?? null,
    options: fenced(facts, "answer").flatMap(({ letter }) => letter ?? []),
    optionTexts: fenced(facts, "answer").flatMap(({ letter, text }) => (letter === undefined ? [] : [text])),
    ranked: groups["ranked"]?.split(", ") ?? [],
    isNumber: task.includes(ASKED_FOR.number),
    schema: schemaIn(fenced(facts, "schema")[0]?.text),
    answers: fenced(facts, "answer").map(({ id = "", from = "", text }) => ({ id, from, text })),
    ...positionsIn(people, Number(groups["count"] ?? 0)),
  };
}

function promptIn(task: string): { kind: DemoKind; groups: Record<string, string | undefined> } {
  for (const [kind, pattern] of PROMPTS) {
    const found = pattern.exec(task);
    if (found) return { kind, groups: found.groups ?? {} };
  }
  return { kind: "other", groups: {} };
}

/** `- Ada, architect` under a heading of its own. */
function agentsIn(facts: string): string[] {
  const [, list = ""] = /^The (?:agents|participants):\n((?:- .+\n?)+)/m.exec(facts) ?? [];
  return [...list.matchAll(/^- (.+?)(?:, [\w-]+)?$/gm)].map(([, name = ""]) => name);
}

function schemaIn(form = "{}"): JsonSchema {
  return (JSON.parse(form) as { schema?: JsonSchema }).schema ?? {};
}

/** The task is the last block. Fenced faults may be inside it. */
function afterLastFence(text: string): string {
  const end =
    /^.*<\/(?:turn|assessment|participant|topic|context|exhibit|citations|question|answer|summary|template|result|schema)(?:-[a-z2-7]+)?>/s.exec(
      text,
    )?.[0].length ?? 0;
  return text.slice(end);
}

function participantsIn(people: Fenced[], ids: string[] | undefined): DemoParticipant[] {
  const all = people.map(({ id = "", name = "", side = "", text: position }) => ({ id, name, side, position }));
  return ids ? all.filter(({ id }) => ids.includes(id)) : all;
}

/** Seats have numbers; without names there are none to read. */
function positionsIn(people: Fenced[], count: number): Pick<DemoRequest, "seats" | "given"> {
  const seats = people.filter(({ seat }) => seat !== undefined).map(({ text }) => text);
  return {
    seats: Array.from({ length: count }, (_, i) => (seats[i] === TO_FIND ? undefined : seats[i])),
    given: people.filter(({ seat }) => seat === undefined).map(({ text }) => text),
  };
}

/** A block's text, and its attributes by name. */
type Fenced = { text: string } & Partial<Record<string, string>>;

function fenced(text: string, mark: string): Fenced[] {
  const opening = new RegExp(`<(${mark}(?:-[a-z2-7]+)?)((?: [a-z]+="[^"]*")*)>\\n`, "g");
  const found: Fenced[] = [];
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const [, name = "", written = ""] = match;
    const end = text.indexOf(`\n</${name}>`, opening.lastIndex);
    if (end < 0) break;
    const attributes = [...written.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value = ""]) => [key, plain(value)]);
    found.push({ ...Object.fromEntries(attributes), text: text.slice(opening.lastIndex, end) });
    opening.lastIndex = end;
  }
  return found;
}

function plain(attribute: string): string {
  return attribute.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
