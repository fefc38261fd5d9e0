/** Compares who argued best before and after a debate of an older version, by the ballots on both. */
import { isBlindBallotId } from "../protocols/ids.ts";
import type { CastBallot } from "../schemas/ballot.ts";
import type { RuledControlArm } from "../schemas/control-arm.ts";
import { countBallots, shownBallot } from "./count.ts";

type Standing = RuledControlArm["after"];

interface Arms {
  /** All valid ballots of the generation. */
  ballots: CastBallot[];
  participants: { id: string; name: string; side?: string | undefined }[];
  /** A side wins, not a speaker. Both times by mean scores alone, because votes only count after a debate. */
  sides: boolean;
}

/** Ballots on the answers given alone, and ballots on the debate. */
export function armsOf(ballots: CastBallot[]): { before: CastBallot[]; after: CastBallot[] } {
  const [before = [], after = []] = [true, false].map((blind) =>
    ballots.filter((b) => isBlindBallotId(b.id) === blind),
  );
  return { before, after };
}

/** Throws without a ballot on the answers given alone. Without a debate both standings are equal. */
export function controlArmOf({ ballots, ...about }: Arms): RuledControlArm {
  const { before, after } = armsOf(ballots);
  const first = standingOf(before, about);
  const last = after.length > 0 ? standingOf(after, about) : first;
  return {
    before: { ...first, unanimous: before.every((b) => b.unanimous === true), ballots: before.map(shownBallot) },
    after: last,
    changed: first.winner !== last.winner || first.side !== last.side || first.contested !== last.contested,
  };
}

function standingOf(ballots: CastBallot[], { participants, sides }: Pick<Arms, "participants" | "sides">): Standing {
  const { verdict, contested } = countBallots({
    ballots,
    participants,
    mode: "simultaneous",
    ...(sides && { motion: { vote: null } }),
  });
  const { participant, side } = verdict.winner ?? {};
  return { winner: participant ?? null, ...(side && { side }), contested };
}
