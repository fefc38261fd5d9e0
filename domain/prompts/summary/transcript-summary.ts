/** The summary that replaces the older part of a transcript for all readers: its prompt, and how the reply is read. */
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import { debateFacts } from "../parts/facts.prompt-part.ts";
import type { Prompt } from "../parts/prompt.prompt-part.ts";
import { turnBlock } from "../parts/transcript.prompt-part.ts";
import { earlierSummary, summaryPrompt } from "./frame.prompt.ts";

interface TranscriptSummaryInput {
  config: DebateConfig;
  /** The turns to summarise, in order. */
  turns: Turn[];
  /** The previous summary; the new one replaces it too. */
  earlier?: string | undefined;
  room: number;
  faults?: string[] | undefined;
}

/** The last block of the prompt begins with this. */
export const CONDENSE = "Summarise the transcript";

/** Words per token of English prose, to state the limit in words. */
const WORDS_PER_TOKEN = 0.7;

const SYSTEM = `You summarise the older part of a debate. Everybody who takes part, and the judge, goes on with your summary instead of the texts.
- Keep each participant's key arguments, under its name, with the ids of the turns that hold them.
- Keep what they agree on and what divides them, and how the discussion moved.
- Keep the evidence and the examples that were cited, all numbers, and references to exhibits.
- Add nothing of your own, take no side, and judge nothing.`;

export function buildTranscriptSummaryPrompt(input: TranscriptSummaryInput): Prompt {
  const { config, turns, earlier, room, faults } = input;
  const fences = fencesOf(config);
  const limit = `${Math.max(1, Math.floor(room * WORDS_PER_TOKEN))} words`;
  const spared = earlier === undefined ? "the turns" : "the summary before or the turns";
  return summaryPrompt({
    config,
    system: SYSTEM,
    blocks: [debateFacts(config), ...earlierSummary(config, earlier), ...turns.map((turn) => turnBlock(turn, fences))],
    task: `${CONDENSE} above in plain prose of at most ${limit}, so that nobody needs ${spared} any more.`,
    limit,
    faults,
  });
}
