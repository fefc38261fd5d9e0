/**
 * What an agent of a dialectic debate has before it: every proposal and refinement, and the critiques that it
 * received. Text is only ever added at the end, unless a summary takes the place of its older part.
 */
import type { DebateConfig } from "../config.ts";
import { type View, verbatim } from "../context/view.ts";
import { isSpoken } from "../interjections.ts";
import type { Turn } from "../schemas/turn.ts";
import { fence, label } from "./fence.ts";
import { type Block, recap, turnBlock } from "./transcript.ts";

/** The summary that takes the place of an agent's own view of the rounds before `round`. */
export interface OlderView {
  round: number;
  text: string;
}

interface Reader {
  participantId: string;
  /** The round that is under way. */
  round: number;
  config: DebateConfig;
  summary?: OlderView | undefined;
  /** Turns that are left out for want of room. */
  view?: View | undefined;
}

/** `turns`: those that may be seen, in their order. */
export function perspective(turns: Turn[], reader: Reader): Block[] {
  const mine = (turn: Turn) => turn.participantId === reader.participantId;
  const recent = turns.filter(
    (turn) => isShown(turn, reader) && (turn.phase !== "critique" || isAbout(turn, turns, mine)),
  );
  // Its own turn of a phase was made before it read those of the others.
  const seats = reader.config.participants.length;
  const ordered = recent.toSorted(
    (a, b) => a.round - b.round || rank(a, seats) - rank(b, seats) || Number(mine(b)) - Number(mine(a)),
  );
  const older: Block[] = reader.summary
    ? [
        {
          role: "user",
          text: `Before round ${reader.summary.round}, in brief: your proposals, the critiques of them, your refinements.\n${fence("summary", reader.summary.text)}`,
        },
      ]
    : [];
  return [
    ...older,
    ...recap(reader.view).map((text): Block => ({ role: "user", text })),
    ...verbatim(ordered, reader.view).map(
      (turn): Block => (mine(turn) ? own(turn) : { role: "user", text: turnBlock(turn) }),
    ),
  ];
}

/** Its proposals and refinements and the critiques of them: what an agent's summary is made of. */
export function ownView(turns: Turn[], participantId: string, since = 1): Turn[] {
  const mine = (turn: Turn) => turn.participantId === participantId;
  return turns.filter(
    (turn) => turn.round >= since && (turn.phase === "critique" ? isAbout(turn, turns, mine) : mine(turn)),
  );
}

/** The id of each agent's newest proposal or refinement among these turns, by agent. */
export function newestProposals(turns: Turn[]): Map<string, Turn> {
  return new Map(
    turns.filter((turn) => turn.phase !== "critique" && isSpoken(turn)).map((turn) => [turn.participantId, turn]),
  );
}

function isAbout(critique: Turn, turns: Turn[], mine: (turn: Turn) => boolean): boolean {
  return turns.some((turn) => turn.id === critique.targetId && mine(turn));
}

/** A round's proposals are its own in round 1 and the refinements of the round before from then on. */
function isShown(turn: Turn, { round, config, summary }: Reader): boolean {
  const first = config.dialectic?.includeFullHistory === false ? round : (summary?.round ?? 1);
  return !isSpoken(turn) || turn.round >= first || (turn.round === first - 1 && turn.phase === "refinement");
}

/** An interjection stands behind the phase that was under way. */
function rank({ phase, index }: Turn, seats: number): number {
  if (phase === "interjection") return [0, seats, seats * seats].filter((last) => index > last).length - 0.5;
  return ["proposal", "critique", "refinement"].indexOf(phase);
}

function own({ text }: Turn): Block {
  return { role: "assistant", text };
}

/** Everybody by name, with the role. */
export function agentsOf(config: DebateConfig): string {
  const lines = config.participants.map(({ name, role }) => `- ${label(name)}${role ? `, ${role}` : ""}`);
  return ["The agents:", ...lines].join("\n");
}
