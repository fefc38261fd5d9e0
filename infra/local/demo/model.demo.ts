/**
 * The demo model without a key: aimock on loopback, with replies made from the prompt. So a debate without a key runs
 * the same code as one with a key.
 */
import type { Server } from "node:http";
import { promisify } from "node:util";
import { type ChatCompletionRequest, createServer, type Fixture, type TextResponse } from "@copilotkit/aimock";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { protocolOf } from "../../../domain/rules/protocols/registry.protocol.ts";
import { guard } from "../base/guard.ts";
import { newSecret } from "../base/secret.local-base.ts";
import { demoAlone, demoAnswer, demoClaims, demoGroups, demoPoll, demoPositions } from "./canned.demo.ts";
import { demoConclusion } from "./conclusion.demo.ts";
import { demoChair, demoRanking, MEMBER_TURNS } from "./council.demo.ts";
import { AGENT_TURNS, demoEvaluation, demoSolution, demoSummary } from "./dialectic.demo.ts";
import { demoAssessment, demoAudience, demoVerdict, demoVote } from "./judge.demo.ts";
import { demoOutput } from "./output.demo.ts";
import { SKEPTIC_TURNS } from "./proposer-skeptic.demo.ts";
import { demoOther, demoQuestions, demoTurn } from "./replies.ts";
import { type DemoKind, type DemoMessage, type DemoRequest, readDemoRequest } from "./request.demo.ts";
import { scriptedReply } from "./scripted.ts";

export interface Pace {
  /** Milliseconds until a stream's first piece. */
  ttftMs: number;
  /** Tokens per second, about four characters each; 0: all at once. */
  tps: number;
}

export interface DemoModel {
  /** The base URL for OpenAI's SDK, with `/v1`. Any model name works. */
  url: string;
  /** The API key, created at the start. */
  key: string;
  stop(): Promise<void>;
}

/** About 180 words per second: readable, and a debate takes seconds. */
const READABLE: Pace = { ttftMs: 150, tps: 240 };
/** A judge's JSON is not read live. */
const JUDGE_SPEED = 8;
const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_CHUNK = 3;
/** Requests that aimock keeps; a long-running server must not collect them all. */
const JOURNAL_ENTRIES = 20;

/** Starts the demo model on 127.0.0.1, on a free port by default. Rejects if the port is taken. */
export async function startDemoModel(options: { port?: number; pace?: Pace } = {}): Promise<DemoModel> {
  const pace = options.pace ?? READABLE;
  const { server, url } = await createServer(fixtures(pace), {
    host: "127.0.0.1",
    port: options.port ?? 0,
    logLevel: "silent",
    journalMaxEntries: JOURNAL_ENTRIES,
    fixtureCountsMaxTestIds: 1,
    chunkSize: TOKENS_PER_CHUNK * CHARACTERS_PER_TOKEN,
  });
  const key = newSecret();
  // Its journal contains prompts, and any web page could change its replies.
  guard(server, { key, keyIn: ({ authorization }) => /^Bearer (\S+)$/.exec(authorization ?? "")?.[1] });
  return { url: `${url}/v1`, key, stop: () => close(server) };
}

/** Ends running streams too, so that Ctrl-C is not delayed. */
async function close(server: Server): Promise<void> {
  const closed = promisify(server.close.bind(server))();
  server.closeAllConnections();
  await closed;
}

function fixtures(pace: Pace): Fixture[] {
  const counter = newCounter();
  const fixture = (match: Fixture["match"], { ttftMs, tps }: Pace): Fixture => ({
    match,
    response: (request) => reply(request, counter),
    streamingProfile: { ttft: ttftMs, tps: tps / TOKENS_PER_CHUNK },
  });
  const judgePace = { ...pace, tps: pace.tps * JUDGE_SPEED };
  return [fixture({ predicate: isForJudge }, judgePace), fixture({ endpoint: "chat" }, pace)];
}

const JUDGE_KINDS = [
  "assessment",
  "verdict",
  "review",
  "vote",
  "audience",
  "alone",
  "groups",
  "output",
  "poll",
  "questions",
  "evaluation",
  "solution",
  "claims",
  "conclusion",
  "answer",
  "ranking",
  "chair",
];

function isForJudge(request: ChatCompletionRequest): boolean {
  return JUDGE_KINDS.includes(readDemoRequest(messagesOf(request)).kind);
}

/** How often the same was asked before, of whomever: models that answer alone, and voters, are to differ. */
type Counter = (request: DemoRequest) => number;

/** Questions that are counted; the oldest are forgotten. */
const COUNTED = 1_000;

function newCounter(): Counter {
  const asked = new Map<string, number>();
  return ({ kind, topic, round, turns }) => {
    const key = JSON.stringify([kind, topic, round, turns.length]);
    const before = asked.get(key) ?? 0;
    asked.delete(key);
    asked.set(key, before + 1);
    const [oldest] = asked.keys();
    if (asked.size > COUNTED && oldest !== undefined) asked.delete(oldest);
    return before;
  };
}

function reply(request: ChatCompletionRequest, counter: Counter): TextResponse {
  const messages = messagesOf(request);
  const asked = readDemoRequest(messages, request.model);
  const content = contentFor(asked, counter(asked));
  return {
    content,
    usage: { input_tokens: tokens(messages.map((m) => m.content).join("\n")), output_tokens: tokens(content) },
  };
}

/** Objects are sent as JSON. */
type Reply = (request: DemoRequest) => string | object;

const REPLIES: Record<DemoKind, Reply> = {
  turn: turnFor,
  questions: demoQuestions,
  evaluation: demoEvaluation,
  solution: (request) => ({ ...demoSolution(request), ...within(request) }),
  ranking: demoRanking,
  chair: (request) => ({ ...demoChair(request), ...within(request) }),
  claims: demoClaims,
  conclusion: demoConclusion,
  summary: demoSummary,
  assessment: demoAssessment,
  vote: demoVote,
  audience: demoAudience,
  alone: demoAlone,
  groups: demoGroups,
  output: demoOutput,
  poll: demoPoll,
  positions: demoPositions,
  answer: demoAnswer,
  verdict: demoVerdict,
  review: () => ({ reason: "A demo says so of every answer.", finding: "agree" }),
  other: demoOther,
};

function contentFor(request: DemoRequest, asked: number): string {
  const content = scriptedReply(request, asked) ?? REPLIES[request.kind](request);
  return typeof content === "string" ? content : JSON.stringify(content);
}

function turnFor(request: DemoRequest): string | object {
  const byPhase: Record<string, Reply> = TURNS[endingOf(request)] ?? AGENT_TURNS;
  const said = (byPhase[request.phase] ?? demoTurn)(request);
  return request.shape ? { text: said, ...within(request) } : said;
}

/** The conclusion in a reply that has more. */
function within(request: DemoRequest): { conclusion?: object } {
  return request.shape ? { conclusion: demoConclusion(request) } : {};
}

/** Turns by phase, by what the format ends in; AGENT_TURNS for all others. */
const TURNS: Record<string, Record<string, Reply>> = { answer: SKEPTIC_TURNS, council: MEMBER_TURNS };

function endingOf({ format }: DemoRequest): string {
  return format in FORMATS_BY_NAME ? protocolOf({ format }).conclusion.type : "";
}

function messagesOf(request: ChatCompletionRequest): DemoMessage[] {
  return request.messages.map(({ role, content }) => ({
    role,
    content: typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join(""),
  }));
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
