/** What a request to the demo model is about, read out of Parley's own prompts (`domain/prompts`). */
import { ASSESS } from "../../domain/prompts/assessment.ts";
import { ASK } from "../../domain/prompts/questions.ts";
import { RULE } from "../../domain/prompts/verdict.ts";
import { VOTE } from "../../domain/prompts/vote.ts";

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
}

export type DemoRequest =
  | (DemoDebate & { kind: "turn"; speaker: string; round: number; totalRounds: number; phase: string })
  | (DemoDebate & { kind: "assessment"; round: number; format: string })
  | (DemoDebate & { kind: "verdict" })
  | (DemoDebate & { kind: "questions"; speaker: string; iteration: number })
  | (DemoDebate & { kind: "vote" })
  | { kind: "other" };

const CALL = /^It is your turn, (.+): round (\d+) of (\d+), ([\w-]+)\.$/m;
const ASSESSMENT = new RegExp(`^${ASSESS} (\\d+) of at most (\\d+)\\.$`, "m");
const QUESTIONS = new RegExp(`^${ASK}, (.+), you may put questions to its owner \\(collection (\\d+) of`, "m");
const VERDICT = new RegExp(`^${RULE}: `, "m");
const MOTION = new RegExp(`^${VOTE}, `, "m");
/** Whom a judge is asked about: somebody may have dropped out. */
const ASKED = /\bby id: ([a-z0-9-]+(?:, [a-z0-9-]+)*)\./;
const FORMAT = /^The format is ([a-z-]+)\./m;

/** Anything that is no prompt of Parley's is `other`. */
export function readDemoRequest(messages: DemoMessage[]): DemoRequest {
  const said = messages.filter((m) => m.role === "user").map((m) => m.content);
  const task = afterLastFence(said.at(-1) ?? "");
  const debate = onlyAsked(debateOf(said.join("\n")), task);
  const call = CALL.exec(task);
  if (call) {
    const [, speaker = "", round, totalRounds, phase = ""] = call;
    return { ...debate, kind: "turn", speaker, round: Number(round), totalRounds: Number(totalRounds), phase };
  }
  const assessment = ASSESSMENT.exec(task);
  if (assessment)
    return { ...debate, kind: "assessment", round: Number(assessment[1]), format: FORMAT.exec(task)?.[1] ?? "" };
  const asked = QUESTIONS.exec(task);
  if (asked) return { ...debate, kind: "questions", speaker: asked[1] ?? "", iteration: Number(asked[2]) };
  if (MOTION.test(task)) return { ...debate, kind: "vote" };
  return VERDICT.test(task) ? { ...debate, kind: "verdict" } : { kind: "other" };
}

function onlyAsked(debate: DemoDebate, task: string): DemoDebate {
  const ids = ASKED.exec(task)?.[1]?.split(", ");
  return ids ? { ...debate, participants: debate.participants.filter((p) => ids.includes(p.id)) } : debate;
}

/** The task is the last block; faults of an earlier answer may stand fenced inside it. */
function afterLastFence(text: string): string {
  const end = /.*<\/(?:turn|assessment|participant|question|answer)>/s.exec(text)?.[0].length ?? 0;
  return text.slice(end);
}

function debateOf(text: string): DemoDebate {
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
