/**
 * The key-less demo: aimock on loopback, which speaks the providers' wire formats, with replies made from the prompt.
 * So a debate without a key runs through the same code as one with a key.
 */
import type { Server } from "node:http";
import { type ChatCompletionRequest, createServer, type Fixture, type TextResponse } from "@copilotkit/aimock";
import { demoAgent, demoEvaluation, demoSolution, demoSummary, isAgentTurn } from "./demo-dialectic.ts";
import { demoAssessment, demoUnanimous, demoVerdict, demoVote } from "./demo-judge.ts";
import { demoPositions } from "./demo-positions.ts";
import { demoCritique, demoProposal, demoSynthesis } from "./demo-proposer-skeptic.ts";
import { demoOther, demoQuestions, demoTurn } from "./demo-replies.ts";
import { type DemoMessage, type DemoRequest, readDemoRequest } from "./demo-request.ts";

export interface Pace {
  /** Milliseconds until the first piece of a stream. */
  ttftMs: number;
  /** Tokens a second, at about four characters each; 0 sends all at once. */
  tps: number;
}

export interface DemoModel {
  /** The base URL for OpenAI's SDK, with `/v1`. Any key and any model name will do. */
  url: string;
  stop(): Promise<void>;
}

/** About 180 words a second: a person can follow, and a debate takes seconds. */
const READABLE: Pace = { ttftMs: 150, tps: 240 };
/** Nobody reads a judge's JSON as it comes. */
const JUDGE_SPEED = 8;
const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_CHUNK = 3;
/** Requests that aimock keeps for inspection; a long-running server must not collect them all. */
const JOURNAL_ENTRIES = 20;

/** Starts the demo model on 127.0.0.1; a free port unless one is given. Rejects when the port is taken. */
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
  return { url: `${url}/v1`, stop: () => close(server) };
}

/** Ends streams under way too: a demo must not hold up Ctrl-C. */
function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

/** The first that matches answers. */
function fixtures(pace: Pace): Fixture[] {
  const fixture = (match: Fixture["match"], { ttftMs, tps }: Pace): Fixture => ({
    match,
    response: reply,
    streamingProfile: { ttft: ttftMs, tps: tps / TOKENS_PER_CHUNK },
  });
  const judgePace = { ...pace, tps: pace.tps * JUDGE_SPEED };
  return [fixture({ predicate: isForJudge }, judgePace), fixture({ endpoint: "chat" }, pace)];
}

/** Answered with JSON, which nobody reads as it comes. */
const JUDGE_KINDS = ["assessment", "verdict", "vote", "questions", "evaluation", "solution"];

function isForJudge(request: ChatCompletionRequest): boolean {
  const read = readDemoRequest(messagesOf(request));
  return read.kind === "turn" ? read.phase === "critique" && isSkeptical(read) : JUDGE_KINDS.includes(read.kind);
}

function reply(request: ChatCompletionRequest): TextResponse {
  const messages = messagesOf(request);
  const content = contentFor(readDemoRequest(messages));
  return {
    content,
    usage: { input_tokens: tokens(messages.map((m) => m.content).join("\n")), output_tokens: tokens(content) },
  };
}

function contentFor(request: DemoRequest): string {
  if (request.kind === "turn") return turnFor(request);
  if (request.kind === "questions") return JSON.stringify(demoQuestions(request));
  if (request.kind === "evaluation") return JSON.stringify(demoEvaluation(request));
  if (request.kind === "solution") return JSON.stringify(demoSolution(request));
  if (request.kind === "summary") return demoSummary(request);
  if (request.kind === "assessment") return JSON.stringify(demoAssessment(request));
  if (request.kind === "vote") return JSON.stringify(demoVote(request));
  if (request.kind === "positions") return JSON.stringify(demoPositions(request));
  if (request.kind !== "verdict") return demoOther();
  return JSON.stringify({ ...(request.alone && { unanimous: demoUnanimous(request) }), ...demoVerdict(request) });
}

type TurnRequest = Extract<DemoRequest, { kind: "turn" }>;

const SKEPTICAL: Record<string, (request: TurnRequest) => string> = {
  proposal: demoProposal,
  critique: (request) => JSON.stringify(demoCritique(request)),
  synthesis: demoSynthesis,
};

function isSkeptical({ format }: TurnRequest): boolean {
  return format === "proposer-skeptic";
}

function turnFor(request: TurnRequest): string {
  if (isSkeptical(request)) return (SKEPTICAL[request.phase] ?? demoTurn)(request);
  return isAgentTurn(request) ? demoAgent(request) : demoTurn(request);
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
