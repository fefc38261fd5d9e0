/**
 * The prompt of a stored turn, rebuilt from what was stored (spec §3.1). How much the speaker saw, and which summary,
 * is not kept with the turn: there are few possibilities, and the hash that is kept says which one was sent.
 */
import type { DebateConfig } from "../config.ts";
import type { TemplateHit } from "../retrieval.ts";
import type { Summary, Turn } from "../schemas.ts";
import { turnKind } from "./by-phase.ts";
import type { Prompt } from "./prompt.ts";

export interface RebuildInput {
  config: DebateConfig;
  turn: Turn;
  /** All turns of its generation. */
  turns: Turn[];
  summaries: Summary[];
  /** Reasoning templates that were found for the debate. */
  templates: TemplateHit[];
  /** What was wrong with earlier answers, which a later attempt is shown. */
  faults: string[];
  /** True for the prompt whose hash was recorded with the turn. */
  wasSent: (prompt: Prompt) => boolean;
}

/** null when no possibility is the one that was sent: the configuration is not the one of then. */
export function rebuildPrompt(input: RebuildInput): Prompt | null {
  const { turn, wasSent } = input;
  for (const older of summariesOf(input))
    for (const faults of input.faults.length > 0 ? [input.faults, []] : [[]])
      for (let index = turn.index; index > 0; index--) {
        const prompt = promptOf(input, { index, faults, ...older });
        if (wasSent(prompt)) return prompt;
      }
  return null;
}

function promptOf(
  { config, turn, turns, templates }: RebuildInput,
  seen: { index: number; faults: string[]; summary?: Summary },
): Prompt {
  const { index, faults, summary } = seen;
  const { id, participantId, round, phase, targetId } = turn;
  const sees = { round, index, count: 0 };
  return turnKind(config.format, phase).build({
    config,
    turn: { id, participantId, round, index: turn.index, phase, sees, ...(targetId && { targetId }) },
    turns,
    templates,
    totalRounds: config.maxRounds,
    ...(summary && { summary }),
    ...(faults.length > 0 && { faults }),
  });
}

function summariesOf({ turn, summaries }: RebuildInput): { summary?: Summary }[] {
  const own = summaries.filter((s) => s.participantId === turn.participantId && s.round <= turn.round);
  return [{}, ...own.toReversed().map((summary) => ({ summary }))];
}
