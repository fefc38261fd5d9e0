/** Scripted models at the pace and the length of real ones: what debates cost goes by how long calls take. */

import { longTurns, requestTokens } from "../support/debates/long-debate.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";

export type Script = (request: ModelRequest) => ModelReplyScript;

export interface Pace {
  /** Seconds of each call, an eighth of them before the first word. */
  modelSeconds: number;
  /** Words of each turn. */
  words: number;
}

/** When a call came and ended, in milliseconds. */
interface Timed {
  at: number;
  endedAt?: number;
}

export interface Tally {
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/** How far the pace may be corrected, and after how many calls it is. */
const CORRECTION = { least: 0.5, most: 1.2, calls: 3 };
/** Events in which a reply comes, a second, and those of them that carry no text. */
const EVENTS = 15;
const EMPTY_EVENTS = 8;
const BEFORE_FIRST = 1 / 8;
/** Characters of a token of English, about. */
const TOKEN = 4.5;

/** The same replies, with turns of the length that is asked for, in the time that is asked for. */
export function createPacedModels(script: Script, { modelSeconds, words }: Pace, journal: readonly Timed[] = []) {
  const tally: Tally = { calls: 0, inputTokens: 0, outputTokens: 0 };
  const planned: number[] = [];
  const speech = longTurns(words).turn;
  return {
    tally,
    reply: (request: ModelRequest): ModelReplyScript => {
      tally.calls += 1;
      const scripted = script(request);
      const long = isTurn(request) && isProse(scripted) ? speech?.(request, tally.calls) : undefined;
      const reply = { ...scripted, ...long };
      const text = reply.json === undefined ? (reply.text ?? "") : JSON.stringify(reply.json);
      const usage = { input: requestTokens(request), output: Math.ceil(text.length / TOKEN) };
      tally.inputTokens += usage.input;
      tally.outputTokens += usage.output;
      const seconds = modelSeconds * correctionOf(journal, planned);
      planned.push(seconds);
      return { ...reply, usage, profile: profileOf(text, seconds) };
    },
  };
}

/**
 * A busy machine sends every piece a bit late: as much shorter as the last calls, which were asked to last `planned`
 * seconds each, have lasted longer.
 */
function correctionOf(journal: readonly Timed[], planned: readonly number[]): number {
  const late = journal.flatMap(({ at, endedAt }, n) => {
    const wanted = planned[n];
    return endedAt && wanted ? [(endedAt - at) / 1000 / wanted] : [];
  });
  const last = late.slice(-CORRECTION.calls);
  if (last.length < CORRECTION.calls) return 1;
  const mean = last.reduce((sum, each) => sum + each, 0) / last.length;
  return Math.min(CORRECTION.most, Math.max(CORRECTION.least, 1 / mean));
}

function isTurn({ messages }: ModelRequest): boolean {
  return (messages.at(-1)?.content ?? "").includes("It is your turn");
}

/** A critique that is JSON stays what it is. */
function isProse({ text }: ModelReplyScript): boolean {
  return text !== undefined && !text.startsWith("{");
}

function profileOf(text: string, seconds: number): NonNullable<ModelReplyScript["profile"]> {
  const speaking = seconds * (1 - BEFORE_FIRST);
  const chunkSize = Math.ceil(text.length / Math.max(1, EVENTS * speaking - EMPTY_EVENTS));
  const events = Math.ceil(text.length / chunkSize) + EMPTY_EVENTS;
  return { ttft: Math.round(seconds * BEFORE_FIRST * 1000), tps: events / speaking, chunkSize };
}
