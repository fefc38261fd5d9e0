/** Counts votes on a motion and finds the winning side (docs/design/debate.md#14-formats, oxford). */
import type { Vote, VoteCounts, VoteResult, VoteSide } from "../shapes/schemas/vote.schema.ts";

interface Standing {
  /** Votes gained since the first vote; negative if it lost some. */
  gained: number;
  /** Mean of its speakers' scores, 0–100. */
  score: number;
}

export interface SideWinner {
  side: VoteSide;
  reasoning: string;
}

/** Counts only voters who voted twice: nobody else can have changed sides. null without such voters. */
export function voteResult(votes: Pick<Vote, "id" | "when" | "vote">[]): VoteResult | null {
  const voterOf = ({ id, when }: { id: string; when: string }) => id.replace(when, "");
  const twice = votes.filter((v) => votes.some((other) => other.when !== v.when && voterOf(other) === voterOf(v)));
  const at = (when: Vote["when"]) => twice.filter((v) => v.when === when).map((v) => v.vote);
  const [before, after] = [counts(at("before")), counts(at("after"))];
  if (at("before").length === 0 || at("after").length === 0) return null;
  return { before, after, swing: { for: after.for - before.for, against: after.against - before.against } };
}

function counts(choices: Vote["vote"][]): VoteCounts {
  const count = (choice: Vote["vote"]) => choices.filter((c) => c === choice).length;
  return { for: count("for"), against: count("against"), undecided: count("undecided") };
}

interface Sides {
  scores: Record<string, number>;
  participants: { id: string; side?: string | undefined }[];
}

/** The side that gained more votes; on a tie, the higher mean score; null on a second tie. */
export function winningSide(input: Sides & { vote: VoteResult | null }): SideWinner | null {
  const standing = (side: VoteSide): Standing => ({
    gained: input.vote?.swing[side] ?? 0,
    score: sideScore(side, input),
  });
  const [pro, con] = [standing("for"), standing("against")];
  const lead = pro.gained - con.gained || pro.score - con.score;
  if (lead === 0) return null;
  const side = lead > 0 ? "for" : "against";
  if (input.vote) return { side, reasoning: reasons(side, pro, con) };
  return { side, reasoning: `No votes were counted: the mean scores decide (${pro.score} for, ${con.score} against).` };
}

/** By how much the mean score of the speakers for the motion is above that of the others. */
export function scoreLead(sides: Sides): number {
  return sideScore("for", sides) - sideScore("against", sides);
}

function sideScore(side: VoteSide, { participants, scores }: Sides): number {
  return meanScore(participants.filter((p) => p.side === side).map((p) => scores[p.id]));
}

/** Silent speakers have no score and are ignored. */
function meanScore(scores: (number | undefined)[]): number {
  const known = scores.filter((score) => score !== undefined);
  return known.length === 0 ? 0 : Math.round((known.reduce((a, b) => a + b, 0) / known.length) * 10) / 10;
}

function reasons(side: VoteSide, pro: Standing, con: Standing): string {
  const votes = `Votes moved: ${signed(pro.gained)} for the motion, ${signed(con.gained)} against it`;
  if (pro.gained !== con.gained) return `${votes}. The side "${side}" moved more.`;
  return `${votes}: a tie, which the mean scores break (${pro.score} for, ${con.score} against).`;
}

function signed(n: number): string {
  return n > 0 ? `+${n}` : String(n);
}
