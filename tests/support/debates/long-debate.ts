/** Debates that outgrow their models' windows: long turns, and how long what was asked of the models was. */
import { countTokens } from "../../../domain/shapes/tokens.shape.ts";
import type { ModelRequest } from "../models/request.ts";
import type { ModelReplyScript } from "../models/server.ts";
import type { Manner } from "../world.ts";
import { requestOf } from "../world.ts";

const WORDS =
  "cities that price their streets see fewer cars and faster buses while shops on them find more people at the door and drivers who stay pay for what they use so that the council can mend the pavement plant trees and run a tram to the old harbour where nobody could park anyway".split(
    " ",
  );

/** So many words of prose, another text for each number; about 1.1 tokens a word. */
function prose(words: number, n: number): string {
  return Array.from({ length: words }, (_, i) => WORDS[(i * 7 + n * 13 + (i % 5) * n) % WORDS.length])
    .join(" ")
    .concat(`, speech ${n}.`);
}

/** Everybody speaks at such a length. */
export function longTurns(words: number): Pick<Manner, "turn"> {
  return {
    turn: (request, n): ModelReplyScript => ({
      text: prose(words, n),
      usage: { input: requestTokens(request), output: words },
    }),
  };
}

/** Turns of these lengths in words, one after the other. */
export function spokenInWords(lengths: number[]): Pick<Manner, "turn"> {
  return {
    turn: (request, n): ModelReplyScript => {
      const words = lengths[(n - 1) % lengths.length] ?? 0;
      // Long enough for all that start together to have come before the first of them is answered.
      const profile = { ttft: 100, tps: 10_000, chunkSize: 200 };
      return { text: prose(words, n), usage: { input: requestTokens(request), output: words }, profile };
    },
  };
}

/** Tokens of a request as it stood on the wire: texts and schema. */
export function requestTokens({ system, messages, schema }: ModelRequest): number {
  const texts = [system, ...messages.map(({ content }) => content), ...(schema ? [JSON.stringify(schema)] : [])];
  return texts.reduce((sum, text) => sum + countTokens(text), 0);
}

/** Tokens that a request may bring back. */
export function outputOf({ body }: ModelRequest): number {
  return Number(body["max_output_tokens"] ?? body["max_tokens"] ?? body["max_completion_tokens"]);
}

/** A debate whose models all have such a window. */
export function windowed(contextWindow: number, changes: object = {}, speakers = 2): object {
  const body = requestOf(changes, speakers) as { participants: { model: string }[]; judge: { model: string } };
  return {
    ...body,
    participants: body.participants.map((p) => ({ ...p, model: { model: p.model, contextWindow } })),
    judge: { ...body.judge, model: { model: body.judge.model, contextWindow } },
  };
}
