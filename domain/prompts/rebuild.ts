/**
 * The prompt of a stored turn, rebuilt from what was stored (spec §3.1). What its speaker was shown is kept with the
 * turn by reference. Older turns say nothing of it: for them there are few possibilities, and the hash that is kept
 * says which one was sent.
 */
import type { DebateConfig } from "../config.ts";
import { dropOrder, newestRound } from "../context/strategies.ts";
import { type View, verbatim } from "../context/view.ts";
import { isSpoken } from "../interjections.ts";
import type { TemplateHit } from "../retrieval.ts";
import type { Summary } from "../schemas/summary.ts";
import type { Turn } from "../schemas/turn.ts";
import { turnKind } from "./by-phase.ts";
import type { Prompt } from "./prompt.ts";
import { visibleTurns } from "./transcript.ts";

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
  const indexes = turn.context ? [turn.context.seen] : Array.from({ length: turn.index }, (_, i) => turn.index - i);
  for (const older of summariesOf(input))
    for (const faults of input.faults.length > 0 ? [input.faults, []] : [[]])
      for (const index of indexes)
        for (const view of viewsOf(input, index)) {
          const prompt = promptOf(input, { index, faults, view, ...older });
          if (wasSent(prompt)) return prompt;
        }
  return null;
}

function promptOf(
  { config, turn, turns, templates }: RebuildInput,
  seen: { index: number; faults: string[]; view: View; summary?: Summary },
): Prompt {
  const { index, faults, summary, view } = seen;
  const { id, participantId, round, phase, targetId } = turn;
  const sees = { round, index, count: 0 };
  return turnKind(config.format, phase).build({
    config,
    turn: { id, participantId, round, index: turn.index, phase, sees, ...(targetId && { targetId }) },
    turns,
    templates,
    totalRounds: config.maxRounds,
    view,
    ...(summary && { summary }),
    ...(faults.length > 0 && { faults }),
  });
}

/** How an agent's own view may have stood for its older part. */
function summariesOf({ turn, summaries }: RebuildInput): { summary?: Summary }[] {
  const own = summaries.filter((s) => s.participantId === turn.participantId && s.round <= turn.round);
  return [{}, ...own.toReversed().map((summary) => ({ summary }))];
}

/** What was shown of the transcript; where turns were left out, whether the newest round was held on to is not kept. */
function viewsOf({ turn, turns, summaries }: RebuildInput, index: number): View[] {
  const { strategy, summaryId, leftOut = 0 } = turn.context ?? {};
  const stored = summaries.find(({ id }) => id === summaryId);
  const base: View = stored?.until ? { summary: { text: stored.text, until: stored.until } } : {};
  if (leftOut === 0) return [base];
  const seen = visibleTurns(turns, { round: turn.round, index, count: 0 });
  const newest = seen.findLast(isSpoken);
  const inRound = newestRound(seen);
  const about = { turns: verbatim(seen, base), reader: turn.participantId };
  return [inRound, (other: Turn) => other === newest].map((holds) => {
    const keeps = (other: Turn) => other.id === turn.targetId || holds(other);
    const order = dropOrder({ ...about, keeps }, strategy === "truncate" ? "truncate" : "window");
    return { ...base, hidden: new Set(order.slice(0, leftOut).map(({ id }) => id)) };
  });
}
