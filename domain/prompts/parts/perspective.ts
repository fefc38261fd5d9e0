/**
 * The transcript that a dialectic agent reads: every proposal and refinement, and all critiques with the full history,
 * else those of its own. Text is only appended, unless a summary replaces the older part.
 */

import { type View, verbatim } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";
import { fencesOf } from "../fences/fences.ts";
import { type Block, ownBlocks, recap, turnBlock } from "./transcript.prompt-part.ts";

/** A summary of the agent's own view of the rounds before `round`. */
export interface OlderView {
  round: number;
  text: string;
}

interface Reader {
  participantId: string;
  round: number;
  config: DebateConfig;
  summary?: OlderView | undefined;
  /** Which turns are left out to fit the window. */
  view?: View | undefined;
}

/** `turns`: those that the agent may see, in order. */
export function perspective(turns: Turn[], reader: Reader): Block[] {
  const fences = fencesOf(reader.config);
  const mine = (turn: Turn) => turn.participantId === reader.participantId;
  const reads = (critique: Turn) => readsAll(reader.config) || isAbout(critique, turns, mine);
  const recent = turns.filter((turn) => isShown(turn, reader) && (turn.phase !== "critique" || reads(turn)));
  // Its own turn comes first in each phase: it was written before the agent read the others'.
  const seats = reader.config.participants.length;
  const ordered = recent.toSorted(
    (a, b) => a.round - b.round || rank(a, seats) - rank(b, seats) || Number(mine(b)) - Number(mine(a)),
  );
  const older: Block[] = reader.summary
    ? [
        {
          role: "user",
          text: `Before round ${reader.summary.round}, in brief: your proposals, the critiques of them, your refinements.\n${fences.fence("summary", reader.summary.text)}`,
        },
      ]
    : [];
  return [
    ...older,
    ...recap(reader.view, fences).map((text): Block => ({ role: "user", text })),
    ...verbatim(ordered, reader.view).flatMap((turn): Block[] =>
      mine(turn)
        ? ownBlocks(turn, fences)
        : [{ role: "user", text: turnBlock(turn, { ...fences, target: targetIn(turns, turn) }) }],
    ),
  ];
}

/** The agent's proposals and refinements, and the critiques of them: what its summary condenses. */
export function ownView(turns: Turn[], participantId: string, since = 1): Turn[] {
  const mine = (turn: Turn) => turn.participantId === participantId;
  return turns.filter(
    (turn) => turn.round >= since && (turn.phase === "critique" ? isAbout(turn, turns, mine) : mine(turn)),
  );
}

/** Each agent's newest proposal or refinement, by agent id. */
export function newestProposals(turns: Turn[]): Map<string, Turn> {
  return new Map(
    turns.filter((turn) => turn.phase !== "critique" && isSpoken(turn)).map((turn) => [turn.participantId, turn]),
  );
}

/** With the full history an agent reads all critiques, else those of its own proposal. */
export function readsAll({ dialectic }: DebateConfig): boolean {
  return dialectic?.includeFullHistory !== false;
}

/** Whose proposal a critique is about. */
function targetIn(turns: Turn[], { phase, targetId }: Turn): string | undefined {
  return phase === "critique" ? turns.find(({ id }) => id === targetId)?.participant : undefined;
}

function isAbout(critique: Turn, turns: Turn[], mine: (turn: Turn) => boolean): boolean {
  return turns.some((turn) => turn.id === critique.targetId && mine(turn));
}

/** After round 1, a round's proposals are the refinements of the round before. */
function isShown(turn: Turn, { round, config, summary }: Reader): boolean {
  const first = readsAll(config) ? (summary?.round ?? 1) : round;
  return !isSpoken(turn) || turn.round >= first || (turn.round === first - 1 && turn.phase === "refinement");
}

/** An interjection follows the phase that was running. */
function rank({ phase, index }: Turn, seats: number): number {
  if (phase === "interjection") return [0, seats, seats * seats].filter((last) => index > last).length - 0.5;
  return ["proposal", "critique", "refinement"].indexOf(phase);
}
