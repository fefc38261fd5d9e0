/** Asks a model what a short debate asks, and says what it can do. */
import { ModelFault, type ModelReply, type Models, type Oddity } from "../../../activities/models/base/port.model.ts";
import type { Lesson } from "../../../activities/models/base/providers.ts";
import { prompted } from "../../../activities/models/prompted.ts";
import { preview } from "../../../domain/base/text/text.ts";
import type { Prompt } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import { MOST_READ } from "../../../domain/shapes/context/cut-prompts.ts";
import { addSpend, NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../../domain/shapes/state/state.ts";
import { countTokens } from "../../../domain/shapes/tokens.shape.ts";
import {
  BALLOT_TOKENS,
  ballotPrompt,
  CODEWORD,
  RECALL_TOKENS,
  readBallot,
  recallPrompt,
  TURN,
  TURN_TOKENS,
} from "./prompts.command.ts";

export interface Finding {
  what: "speaks" | "streams" | "counts" | "thinks" | "schema" | "window";
  /** `yes`: as Parley likes it; `repaired`: otherwise, and Parley sees to it; `no`: a debate suffers. */
  outcome: "yes" | "repaired" | "no";
  detail: string;
}

export interface Examination {
  findings: Finding[];
  spend: Spend;
  oddities: Oddity[];
  /** The fault for which the model does not speak at all. */
  fault: ModelFault | null;
}

export interface Patient {
  model: ModelRef;
  models: Models;
  /** What it was asked otherwise so far, because its server refused the usual way. */
  learnt: () => Promise<ReadonlySet<Lesson>>;
  /** Tokens of the long prompt. */
  window: number;
}

const LIMIT_MS = 300_000;
const SILENCE_MS = 120_000;
const SHOWN = 200;

/** Only the first call may fail: what a later one fails with is a finding. */
export async function examine(patient: Patient): Promise<Examination> {
  const odd = new Set<Oddity>();
  let spend = NO_SPEND;
  const ask = async (
    prompt: Prompt,
    maxOutputTokens: number,
    onDelta?: (text: string) => void,
  ): Promise<ModelReply> => {
    try {
      const reply = await patient.models.complete({
        ...prompted({ ...patient.model, maxOutputTokens }, prompt),
        signal: new AbortController().signal,
        timeoutMs: LIMIT_MS,
        silenceMs: SILENCE_MS,
        ...(!prompt.output && { keepsCut: true }),
        ...(onDelta && { onDelta }),
        onOddities: (kinds) => kinds.forEach((kind) => odd.add(kind)),
      });
      spend = addSpend(spend, reply.spend);
      return reply;
    } catch (error) {
      if (error instanceof ModelFault) spend = addSpend(spend, error.spend);
      throw error;
    }
  };
  const findings: Finding[] = [];
  const done = (fault: ModelFault | null): Examination => ({ findings, spend, oddities: [...odd], fault });
  try {
    findings.push(...(await hearTurn(ask, odd)));
  } catch (error) {
    const fault = faultOf(error);
    findings.push({ what: "speaks", outcome: "no", detail: sentenceOf(fault) });
    return done(fault);
  }
  findings.push(await hearBallot(ask, patient.learnt), await hearRecall(ask, patient.window));
  return done(null);
}

type Asking = (prompt: Prompt, maxOutputTokens: number, onDelta?: (text: string) => void) => Promise<ModelReply>;

async function hearTurn(ask: Asking, odd: ReadonlySet<Oddity>): Promise<Finding[]> {
  let pieces = 0;
  const { text, spend, isCut, firstTokenMs, latencyMs } = await ask(TURN, TURN_TOKENS, () => void pieces++);
  const cut = isCut ? `, and was cut at ${TURN_TOKENS} tokens: allow its turns more` : "";
  const seconds = (ms: number | null) => `${((ms ?? 0) / 1000).toFixed(1)} s`;
  const streams = pieces > 1 && !odd.has("no-stream");
  return [
    { what: "speaks", outcome: isCut ? "repaired" : "yes", detail: `"${preview(text, SHOWN)}"${cut}` },
    {
      what: "streams",
      outcome: streams ? "yes" : "repaired",
      detail: streams
        ? `${pieces} pieces, the first after ${seconds(firstTokenMs)}`
        : `the whole reply comes at once, after ${seconds(latencyMs)}: readers see each turn when it is whole`,
    },
    countsOf(spend),
    thoughtsOf(spend, odd),
  ];
}

function countsOf({ inputTokens, outputTokens, uncounted }: Spend): Finding {
  const detail = uncounted
    ? "its server does not count all tokens: limits charge Parley's own count, and costs are unknown"
    : `${inputTokens} tokens read, ${outputTokens} written`;
  return { what: "counts", outcome: uncounted ? "no" : "yes", detail };
}

function thoughtsOf({ reasoningTokens }: Spend, odd: ReadonlySet<Oddity>): Finding {
  if (odd.has("thoughts") || odd.has("thoughts-closed-alone"))
    return { what: "thinks", outcome: "repaired", detail: "aloud, in its text: Parley shows thoughts to nobody" };
  const detail = reasoningTokens > 0 ? `by itself: ${reasoningTokens} tokens, which cost like others` : "not aloud";
  return { what: "thinks", outcome: "yes", detail };
}

async function hearBallot(ask: Asking, learnt: Patient["learnt"]): Promise<Finding> {
  const found = async (outcome: Finding["outcome"], seen: string): Promise<Finding> => {
    const otherwise = formOf(await learnt());
    return {
      what: "schema",
      outcome: outcome === "yes" && otherwise !== "" ? "repaired" : outcome,
      detail: [otherwise, seen].filter(Boolean).join("; "),
    };
  };
  let faults: string[] = [];
  for (const attempt of [1, 2]) {
    try {
      const reading = readBallot((await ask(ballotPrompt(faults), BALLOT_TOKENS)).text);
      if (reading.ok && attempt === 1) return found("yes", "read at once");
      if (reading.ok) return found("repaired", "read when asked once more");
      faults = reading.faults;
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind !== "invalid_response") return found("no", sentenceOf(fault));
      faults = [fault.message];
    }
  }
  return found("no", `two ballots could not be read: ${preview(faults.join("; "), SHOWN)}`);
}

function formOf(learnt: ReadonlySet<Lesson>): string {
  if (learnt.has("json_object")) return "its server takes no JSON mode: Parley asks for JSON in words";
  if (learnt.has("json_schema")) return "its server takes no JSON Schema: Parley shows the schema in the prompt";
  return "";
}

async function hearRecall(ask: Asking, window: number): Promise<Finding> {
  const prompt = recallPrompt(window);
  const ours = prompt.messages.flatMap(({ content }) => content).reduce((sum, text) => sum + countTokens(text), 0);
  const advice = "set its server's window, and `contextWindow` in the request";
  try {
    const { text, spend } = await ask(prompt, RECALL_TOKENS);
    const read = spend.uncounted ? null : spend.inputTokens;
    if (read !== null && read < ours * MOST_READ)
      return { what: "window", outcome: "no", detail: `of ${ours} tokens it read ${read}, in silence: ${advice}` };
    if (text.toLowerCase().includes(CODEWORD))
      return { what: "window", outcome: "yes", detail: `it knows the first line of ${ours} tokens` };
    return { what: "window", outcome: "no", detail: `it does not know the first line of ${ours} tokens any more` };
  } catch (error) {
    const fault = faultOf(error);
    const why = fault.kind === "context_overflow" ? `${ours} tokens are refused: ${advice}` : sentenceOf(fault);
    return { what: "window", outcome: "no", detail: why };
  }
}

function faultOf(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  throw error;
}

function sentenceOf({ message, suggestion }: ModelFault): string {
  return `${preview(message, SHOWN)}. ${suggestion}`;
}
