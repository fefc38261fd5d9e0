/**
 * Rebuilds a stored turn's prompt from stored parts (docs/design/storage.md#31-the-split). Turns record by reference
 * what their speaker saw. Older turns do not, so the few candidates are compared with the stored hash.
 */

import { dropOrder, newestRound } from "../rules/context/strategies.ts";
import type { TemplateHit } from "../rules/templates/retrieval.ts";
import { type View, verbatim } from "../shapes/context/view.shape.ts";
import type { DebateConfig } from "../shapes/plan/config.plan.ts";
import { heardAfter } from "../shapes/plan/heard.ts";
import type { Assessment } from "../shapes/schemas/assessment.schema.ts";
import type { Ranking } from "../shapes/schemas/council.schema.ts";
import type { Exhibit } from "../shapes/schemas/exhibit.schema.ts";
import type { Summary } from "../shapes/schemas/summary.schema.ts";
import type { Turn } from "../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../shapes/state/interjections.state.ts";
import { turnKind } from "./by-phase.ts";
import { foundFor } from "./parts/found-for.ts";
import { guidanceFrom } from "./parts/guidance.ts";
import { labelledFor } from "./parts/labelled.ts";
import type { Prompt } from "./parts/prompt.prompt-part.ts";
import { withoutServers } from "./parts/tools.prompt-part.ts";
import { visibleTurns } from "./parts/transcript.prompt-part.ts";

export interface RebuildInput {
  debateId: string;
  config: DebateConfig;
  turn: Turn;
  /** Of the turn's generation. */
  turns: Turn[];
  summaries: Summary[];
  templates: TemplateHit[];
  /** Of its generation; those of earlier rounds may have guided the speaker. */
  assessments?: Assessment[];
  /** Of a council. */
  rankings?: Ranking[];
  /** All that its generation found. */
  exhibits?: Exhibit[];
  /** Faults of earlier replies, which a later attempt lists. */
  faults: string[];
  /** True for the prompt whose hash is stored with the turn. */
  wasSent: (prompt: Prompt) => boolean;
}

/** null if no candidate matches the hash: the configuration has changed since. */
export function rebuildPrompt(input: RebuildInput): Prompt | null {
  const { fenceKey, ...plain } = input.config;
  // A fork's or an import's first rounds may come from a debate without a key.
  return rebuilt(input) ?? (fenceKey === undefined ? null : rebuilt({ ...input, config: plain }));
}

function rebuilt(input: RebuildInput): Prompt | null {
  const { turn, wasSent } = input;
  const indexes = turn.context ? [turn.context.seen] : Array.from({ length: turn.index }, (_, i) => turn.index - i);
  for (const older of summariesOf(input))
    for (const faults of input.faults.length > 0 ? [input.faults, []] : [[]])
      for (const index of indexes)
        for (const view of viewsOf(input, index))
          for (const assessed of assessmentsOf(input)) {
            const prompt = promptOf(input, { index, faults, view, assessed, ...older });
            if (wasSent(prompt)) return prompt;
          }
  return null;
}

function promptOf(
  { debateId, config, turn, turns, templates, rankings, exhibits = [] }: RebuildInput,
  seen: { index: number; faults: string[]; view: View; assessed: Assessment | undefined; summary?: Summary },
): Prompt {
  const { index, faults, summary, view, assessed } = seen;
  const { id, participantId, round, phase, targetId } = turn;
  const sees = { round, index, count: 0 };
  const kind = turnKind(config, phase);
  const spec = { id, participantId, round, index: turn.index, phase, sees, ...(targetId && { targetId }) };
  const tools = (turn.tools ?? []).filter(({ type }) => type === "retrieval");
  const found = foundFor({ config, turns, sees, tools, exhibits, inFacts: kind.inFacts });
  const labelled = labelledFor({ ...found, turn: spec }, debateId);
  const prompt = kind.build({
    ...found,
    turn: spec,
    ...labelled?.shown,
    templates,
    totalRounds: config.maxRounds,
    view: labelled?.viewOf(view) ?? view,
    guidance: guidanceFrom(assessed, labelled?.hide),
    ...(rankings && { rankings }),
    ...(summary && { summary }),
    ...(faults.length > 0 && { faults }),
  });
  return withoutServers(prompt, turn.unreachable ?? []);
}

/** The assessments that may have guided the speaker. A fork's first rounds may be of a debate whose judge guides otherwise. */
function assessmentsOf({ turn, assessments = [] }: RebuildInput): (Assessment | undefined)[] {
  const heard = (["safe", "ahead"] as const).map((overlap) =>
    heardAfter({ judging: "every-round", overlap }, turn.round - 1),
  );
  return [...assessments.filter(({ round }) => heard.includes(round)), undefined];
}

/** The summaries that may have replaced the older part of an agent's view. */
function summariesOf({ turn, summaries }: RebuildInput): { summary?: Summary }[] {
  const own = summaries.filter((s) => s.participantId === turn.participantId && s.round <= turn.round);
  return [{}, ...own.toReversed().map((summary) => ({ summary }))];
}

/** If turns were left out, it is not stored whether the newest round was kept, so both are tried. */
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
