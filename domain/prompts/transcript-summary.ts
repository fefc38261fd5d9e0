/** The older part of a transcript in brief, for all readers: what a model is asked, and how the answer is read. */
import type { DebateConfig } from "../config.ts";
import type { Turn } from "../schemas/turn.ts";
import { debateFacts } from "./facts.ts";
import { FENCE_RULE, fence } from "./fence.ts";
import type { Prompt, Reading } from "./prompt.ts";
import { stricter } from "./stricter.ts";
import { turnBlock } from "./transcript.ts";

interface TranscriptSummaryInput {
  config: DebateConfig;
  /** Those that it is to stand for newly, in their order. */
  turns: Turn[];
  /** The text of the summary before: this one stands for its turns too. */
  earlier?: string | undefined;
  /** Tokens at most. */
  room: number;
  faults?: string[] | undefined;
}

/** How the last block of such a prompt begins. */
export const CONDENSE = "Summarise the transcript";

/** Of English prose; a summary may have so many words for each token of its room. */
const WORDS_PER_TOKEN = 0.7;

const SYSTEM = `You summarise the older part of a debate. Everybody who takes part, and the judge, goes on with your summary instead of the texts.
- Keep each participant's key arguments, under its name, with the ids of the turns that hold them.
- Keep what they agree on and what divides them, and how the discussion moved.
- Keep the evidence and the examples that were cited, all numbers, and references to exhibits.
- Add nothing of your own, take no side, and judge nothing.`;

export function buildTranscriptSummaryPrompt(input: TranscriptSummaryInput): Prompt {
  const { config, turns, earlier, room, faults = [] } = input;
  const before = earlier === undefined ? [] : [`What was summarised before:\n${fence("summary", earlier)}`];
  const limit = Math.max(1, Math.floor(room * WORDS_PER_TOKEN));
  const task = [
    `${CONDENSE} above in plain prose of at most ${limit} words, so that nobody needs ${earlier === undefined ? "the turns" : "the summary before or the turns"} any more.`,
    ...(faults.length > 0 ? stricter(faults, `Write at most ${limit} words.`) : []),
  ];
  return {
    system: `${SYSTEM}\n\n${FENCE_RULE}`,
    messages: [{ role: "user", content: [debateFacts(config), ...before, ...turns.map(turnBlock), task.join("\n")] }],
    source: "built-in",
  };
}

/** `tokens`: of the answer, by the model that wrote it. */
export function readTranscriptSummary(
  text: string,
  { tokens, room }: { tokens: number; room: number },
): Reading<string> {
  const summary = text.trim();
  if (tokens <= room) return { ok: true, value: summary };
  return { ok: false, faults: [`The summary has about ${tokens} tokens: at most ${room} are allowed.`] };
}
