/** What an audience's votes on the motion say (docs/design/debate.md#113-judging). */

import type { AudienceResult, Vote, VoteResult } from "../shapes/schemas/vote.schema.ts";
import { isAudienceVoteId, voterOf } from "../shapes/turn-ids.ts";
import { voteResult } from "./motion.ts";
import { LARGEST_TRAIL } from "./winner.ts";

/** A net swing below this is within the noise of asking again. */
const LEAST_SWING = 2;
/** Points of 100 by which the scores must favour the other side to contest the vote. */
const OPPOSED_BY = 10;

/** Quantile of the standard normal distribution for 95 %. */
const Z = 1.959963984540054;

type CastVote = Pick<Vote, "id" | "when" | "vote"> & Partial<Vote>;
type VoterVotes = AudienceResult["votes"];

/** Only those who voted twice count. null without such voters. */
export function audienceResult(
  cast: CastVote[],
  { voters, testsSwing }: { voters: number; testsSwing?: true | undefined },
): AudienceResult | null {
  const votes = votesByVoter(cast.filter(({ id }) => isAudienceVoteId(id)));
  const result = voteResult(cast);
  if (!result) return null;
  return {
    voters,
    counted: votes.length,
    before: result.before,
    after: result.after,
    switches: switchesIn(votes),
    netSwing: netSwing(result),
    interval: swingInterval(
      votes.map(({ before, after }) => weightOf(after) - weightOf(before)),
      testsSwing && effectiveVoters(votes.map(({ model }) => model)),
    ),
    turns: turnsIn(votes),
    votes,
  };
}

function netSwing({ swing }: VoteResult): number {
  return swing.for - swing.against;
}

/**
 * The 95 % interval of the net swing of `changes`: each voter's, from −2 (for to against) to 2. Adjusted Wald: one voter
 * more who moves wholly each way, so that it holds for few voters and where nobody moves. Source: D. G. Bonett and
 * R. M. Price, "Adjusted Wald confidence interval for a difference of binomial proportions based on paired data", Journal
 * of Educational and Behavioral Statistics 37 (2012), 479–488.
 */
export function swingInterval(changes: number[], effective = changes.length): AudienceResult["interval"] {
  const n = changes.length;
  // Two voters more: one with 2, one with −2.
  const all = effective + 2;
  const mean = ((sum(changes) / n) * effective) / all;
  const variance = ((sum(changes.map((change) => change ** 2)) / n) * effective + 8) / all - mean ** 2;
  const half = Z * Math.sqrt(variance / all);
  const inVoters = (end: number) => Number((n * Math.max(-2, Math.min(2, end))).toFixed(2));
  return { low: inVoters(mean - half), high: inVoters(mean + half) };
}

/** The correlation of voters of one model, as surveys assume it within a cluster: a convention, not a measurement. */
const WITHIN_MODEL = 0.02;

/** As how many independent voters they count: voters of one model are a cluster (Kish's design effect). */
export function effectiveVoters(models: string[]): number {
  const sizes = [...Map.groupBy(models, (model) => model).values()].map((alike) => alike.length);
  return models.length ** 2 / sum(sizes.map((size) => size * (1 + (size - 1) * WITHIN_MODEL)));
}

/**
 * Why the verdict is contested, with the sentence that says so; null when it is not. `lead`: scores for minus against.
 * `interval`: of the net swing, where that is tested.
 */
export function audienceDispute(
  vote: VoteResult,
  { lead, interval }: { lead: number; interval?: AudienceResult["interval"] | undefined },
) {
  const net = netSwing(vote);
  const swing = `the audience's net swing is ${signed(net)}`;
  if (interval && interval.low <= 0 && interval.high >= 0) {
    const why = `${swing}, and its 95 % interval from ${signed(interval.low)} to ${signed(interval.high)} includes zero.`;
    return { because: "no_majority" as const, why };
  }
  if (!interval && Math.abs(net) < LEAST_SWING)
    return { because: "no_majority" as const, why: `${swing}, which is less than two voters.` };
  if (Math.sign(lead) !== -Math.sign(net) || Math.abs(lead) < OPPOSED_BY) return null;
  return { because: "vote_and_scores" as const, why: `${swing}, ${opposing(net, { lead, whose: "the judges'" })}` };
}

/** Judges whose scores oppose their own votes, by more than a ballot's winner may trail; null when they do not. */
export function judgesDispute(vote: VoteResult, lead: number) {
  const net = netSwing(vote);
  if (net === 0 || Math.sign(lead) !== -Math.sign(net) || Math.abs(lead) <= LARGEST_TRAIL) return null;
  const why = `the net swing of the judges' votes is ${signed(net)}, ${opposing(net, { lead, whose: "their" })}`;
  return { because: "vote_and_scores" as const, why };
}

function opposing(net: number, { lead, whose }: { lead: number; whose: string }): string {
  const [moved, favoured] = net > 0 ? ["for", "against"] : ["against", "for"];
  const points = Number(Math.abs(lead).toFixed(1));
  return `towards the side ${moved}, but ${whose} scores favour the side ${favoured} by ${points} of 100.`;
}

function votesByVoter(cast: CastVote[]): VoterVotes {
  const afterwards = cast.filter(({ when }) => when === "after");
  return cast
    .filter(({ when }) => when === "before")
    .flatMap(({ id, vote, judge = "" }): VoterVotes => {
      const after = afterwards.find((other) => voterOf(other.id) === voterOf(id));
      if (!after) return [];
      const { turn = null, reasoning = "" } = after;
      return [{ voter: voterOf(id), model: judge, before: vote, after: after.vote, turn, reasoning }];
    })
    .toSorted((a, b) => a.voter - b.voter);
}

function switchesIn(votes: VoterVotes): AudienceResult["switches"] {
  const moved = votes.filter(({ before, after }) => before !== after);
  return [...Map.groupBy(moved, ({ before, after }) => `${before} ${after}`).values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ from: first.before, to: first.after, voters: alike.length }] : [];
  });
}

function turnsIn(votes: VoterVotes): AudienceResult["turns"] {
  const named = votes.flatMap(({ turn }) => turn ?? []);
  const counts = [...Map.groupBy(named, (id) => id)].map(([id, all]) => ({ id, voters: all.length }));
  return counts.toSorted((a, b) => b.voters - a.voters);
}

function weightOf(vote: Vote["vote"]): number {
  return { for: 1, against: -1, undecided: 0 }[vote];
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function signed(n: number): string {
  return n > 0 ? `+${n}` : String(n);
}
