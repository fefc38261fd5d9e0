/** What a request to the demo model is about, read out of Parley's own prompts (`domain/prompts`). */
import { ASSESS } from "../../domain/prompts/assessment.ts";
import { RULE_ALONE } from "../../domain/prompts/blind-verdict.ts";
import { EVALUATE } from "../../domain/prompts/evaluation.ts";
import { SUMMARIZE } from "../../domain/prompts/perspective-summary.ts";
import { ASSIGN, TO_FIND } from "../../domain/prompts/positions.ts";
import { ASK } from "../../domain/prompts/questions.ts";
import { SYNTHESIZE } from "../../domain/prompts/solution.ts";
import { CONDENSE } from "../../domain/prompts/transcript-summary.ts";
import { RULE } from "../../domain/prompts/verdict.ts";
import { VOTE } from "../../domain/prompts/vote.ts";
import { type DemoCriterion, demoCriteria } from "./demo-criteria.ts";

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
  /** Only judges are told ids. */
  id: string;
  name: string;
  /** Empty when it has none. */
  side: string;
  position: string;
}

export interface DemoDebate {
  topic: string;
  participants: DemoParticipant[];
  /** Turns of others; for a judge, all turns. */
  turns: DemoTurn[];
  /** What a judge scores by. */
  criteria: readonly DemoCriterion[];
}

export type DemoRequest =
  | (DemoDebate & {
      kind: "turn";
      speaker: string;
      format: string;
      round: number;
      totalRounds: number;
      phase: string;
      target?: string;
    })
  | (DemoDebate & { kind: "assessment"; round: number; format: string })
  | (DemoDebate & { kind: "verdict"; alone?: true })
  | (DemoDebate & { kind: "questions"; speaker: string; iteration: number })
  | (DemoDebate & { kind: "vote" })
  | (DemoDebate & { kind: "evaluation"; round: number; asked: string[] })
  | (DemoDebate & { kind: "solution" })
  | (DemoDebate & { kind: "summary"; speaker: string; limit: number })
  | { kind: "positions"; topic: string; seats: { fixed: string | null }[]; given: string[] }
  | { kind: "other" };

const CALL = /^It is your turn, (.+): round (\d+) of (\d+), ([\w-]+)\.$/m;
const ASSESSMENT = new RegExp(`^${ASSESS} (\\d+) of at most (\\d+)\\.$`, "m");
const QUESTIONS = new RegExp(`^${ASK}, (.+), you may put questions to its owner \\(collection (\\d+) of`, "m");
const VERDICT = new RegExp(`^${RULE}: `, "m");
const VERDICT_ALONE = new RegExp(`^${RULE_ALONE}: `, "m");
const MOTION = new RegExp(`^${VOTE}, `, "m");
const EVALUATION = new RegExp(`^${EVALUATE} (\\d+) of at most \\d+\\.$`, "m");
const SOLUTION = new RegExp(`^${SYNTHESIZE} of `, "m");
const SUMMARY = new RegExp(`^${SUMMARIZE} (.+) in plain prose of at most (\\d+) characters\\.$`, "m");
const CONDENSED = new RegExp(`^${CONDENSE} above in plain prose of at most (\\d+) words`, "m");
/** Judges are shown neutral ids. */
const TURN_IDS = /\b(?:g\d+-r\d+-t|[TUVW])\d+\b/g;
const TARGET = /^Criticise the proposal of .+, turn (g\d+-r\d+-t\d+), and no other\.$/m;
const POSITIONS = new RegExp(`^${ASSIGN}: exactly (\\d+),`, "m");
/** Whom a judge is asked about: somebody may have dropped out. */
const ASKED = /\bby id: ([a-z0-9-]+(?:, [a-z0-9-]+)*)\./;
const FORMAT = /^The format is ([a-z-]+)\./m;

/** Anything that is no prompt of Parley's is `other`. */
export function readDemoRequest(messages: DemoMessage[]): DemoRequest {
  const said = messages.filter((m) => m.role === "user").map((m) => m.content);
  const task = afterLastFence(said.at(-1) ?? "");
  const criteria = demoCriteria(task, messages.map((m) => m.content).join("\n"));
  const debate = onlyAsked({ ...debateOf(said.join("\n")), criteria }, task);
  const call = CALL.exec(task);
  if (call) {
    const [, speaker = "", round, totalRounds, phase = ""] = call;
    const place = { round: Number(round), totalRounds: Number(totalRounds), phase };
    const target = TARGET.exec(task)?.[1];
    const format = formatOf(messages);
    return { ...debate, kind: "turn", speaker, format, ...place, ...(target !== undefined && { target }) };
  }
  const assessment = ASSESSMENT.exec(task);
  if (assessment)
    return { ...debate, kind: "assessment", round: Number(assessment[1]), format: FORMAT.exec(task)?.[1] ?? "" };
  const asked = QUESTIONS.exec(task);
  if (asked) return { ...debate, kind: "questions", speaker: asked[1] ?? "", iteration: Number(asked[2]) };
  if (MOTION.test(task)) return { ...debate, kind: "vote" };
  const evaluation = EVALUATION.exec(task);
  if (evaluation)
    return { ...debate, kind: "evaluation", round: Number(evaluation[1]), asked: task.match(TURN_IDS) ?? [] };
  if (SOLUTION.test(task)) return { ...debate, kind: "solution" };
  const summary = SUMMARY.exec(task);
  if (summary) return { ...debate, kind: "summary", speaker: summary[1] ?? "", limit: Number(summary[2]) };
  const condensed = CONDENSED.exec(task);
  // A word has a few letters.
  if (condensed) return { ...debate, kind: "summary", speaker: "", limit: 4 * Number(condensed[1]) };
  const count = POSITIONS.exec(task)?.[1];
  if (count) return positionsRequest(said.join("\n"), Number(count));
  if (VERDICT_ALONE.test(task)) return { ...debate, kind: "verdict", alone: true };
  return VERDICT.test(task) ? { ...debate, kind: "verdict" } : { kind: "other" };
}

/** It stands in the system prompt, or among the facts beside a custom one. */
function formatOf(messages: DemoMessage[]): string {
  return FORMAT.exec(messages.map((m) => m.content).join("\n"))?.[1] ?? "";
}

/** Seats carry their number; without names there are none to read. */
function positionsRequest(text: string, count: number): DemoRequest {
  const people = fenced(text, "participant");
  const seats = people.filter(({ attributes }) => "seat" in attributes);
  const given = people.filter(({ attributes }) => !("seat" in attributes)).map((p) => p.text);
  const fixed = Array.from({ length: count }, (_, i) => {
    const stands = seats[i]?.text ?? TO_FIND;
    return { fixed: stands === TO_FIND ? null : stands };
  });
  return { kind: "positions", topic: fenced(text, "topic")[0]?.text ?? "", seats: fixed, given };
}

function onlyAsked(debate: DemoDebate, task: string): DemoDebate {
  const ids = ASKED.exec(task)?.[1]?.split(", ");
  return ids ? { ...debate, participants: debate.participants.filter((p) => ids.includes(p.id)) } : debate;
}

/** The task is the last block; faults of an earlier answer may stand fenced inside it. */
function afterLastFence(text: string): string {
  const end =
    /.*<\/(?:turn|assessment|participant|topic|context|exhibit|citations|question|answer|summary|template)>/s.exec(
      text,
    )?.[0].length ?? 0;
  return text.slice(end);
}

function debateOf(text: string): Omit<DemoDebate, "criteria"> {
  return {
    topic: fenced(text, "topic")[0]?.text ?? "",
    participants: fenced(text, "participant").map(({ attributes, text: position }) => ({
      id: attributes["id"] ?? "",
      name: attributes["name"] ?? "",
      side: attributes["side"] ?? "",
      position,
    })),
    turns: fenced(text, "turn").map(({ attributes, text: said }) => ({
      id: attributes["id"] ?? "",
      speaker: attributes["speaker"] ?? "",
      round: Number(attributes["round"]),
      text: said,
    })),
  };
}

function fenced(text: string, mark: string): { attributes: Record<string, string>; text: string }[] {
  const fences = text.matchAll(new RegExp(`<${mark}((?: [a-z]+="[^"]*")*)>\\n(.*?)\\n</${mark}>`, "gs"));
  return [...fences].map(([, written = "", inside = ""]) => ({
    attributes: Object.fromEntries(
      [...written.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name, value = ""]) => [name, plain(value)]),
    ),
    text: inside,
  }));
}

function plain(attribute: string): string {
  return attribute.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
