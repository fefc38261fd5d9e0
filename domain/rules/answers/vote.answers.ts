/** Answers that are bought one after the other: when their leader is safe, and who differs. Without Zod: workflows count too. */
import type { QuestionPlan, VotePlan } from "../../shapes/plan/plan.ts";
import { groupsOf } from "./plurality.answers.ts";

/** `key`: see `answerKey`. */
export interface Keyed {
  key: string;
}

type Comparing = Pick<QuestionPlan, "type" | "tolerance">;

/** Those who gave the same answer. */
export interface Camp<T extends Keyed> {
  key: string;
  of: T[];
}

/** How a vote stands. */
export interface Standing<T extends Keyed> {
  /** The largest first. */
  camps: Camp<T>[];
  /** That the leader is ahead of the runner-up in truth, from 0.5 to 1; see `leadProbability`. */
  probability: number;
  /** By which share of the answers the leader is ahead of the runner-up, from 0 to 1; 0: nobody answered. */
  lead: number;
}

/** The same camps in the same order, whoever answered first. */
function campsOf<T extends Keyed>(answers: readonly T[], { type, tolerance = 0 }: Comparing): Camp<T>[] {
  const camps = type === "number" ? ofNumbers(answers, tolerance) : ofTexts(answers);
  return camps.toSorted((a, b) => b.of.length - a.of.length);
}

/** What is no number is alike by its words alone, as `isSameKey` compares. */
function ofNumbers<T extends Keyed>(answers: readonly T[], tolerance: number): Camp<T>[] {
  const isNumber = ({ key }: T) => Number.isFinite(Number(key));
  const form = { type: "number", tolerance } as const;
  const groups = groupsOf(answers.filter(isNumber), { answerOf: ({ key }) => key, form });
  const others = ofTexts(answers.filter((one) => !isNumber(one)));
  return [...groups.map(({ answer, of }) => ({ key: answer, of })), ...others];
}

function ofTexts<T extends Keyed>(answers: readonly T[]): Camp<T>[] {
  const camps = [...Map.groupBy(answers, ({ key }) => key)].map(([key, of]) => ({ key, of }));
  return camps.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** How a vote stands after these answers. */
export function standingOf<T extends Keyed>(answers: readonly T[], comparing: Comparing): Standing<T> {
  const camps = campsOf(answers, comparing);
  const [first = 0, second = 0] = camps.map(({ of }) => of.length);
  return {
    camps,
    probability: leadProbability(first, second),
    lead: answers.length === 0 ? 0 : (first - second) / answers.length,
  };
}

/**
 * The posterior probability that the leader, whom `first` answers name, is more frequent in truth than the runner-up, whom
 * `second` answers name: the tail of Beta(1 + first, 1 + second) above one half, from a uniform prior. By it
 * adaptive consistency stops (P. Aggarwal et al., "Let's Sample Step by Step", arXiv 2305.11860). For whole numbers it
 * is the sum of C(n, k) / 2ⁿ over k up to `first`, with n = first + second + 1.
 *
 * Confidence-guided stopping (CGES, arXiv 2511.02603) weighs each answer by how sure its model is. Here an answer counts
 * one: what models say of their own sureness grows in a debate whether they are right or not.
 *
 * @example
 * leadProbability(4, 0) // → 0.96875
 */
export function leadProbability(first: number, second: number): number {
  const n = first + second + 1;
  let term = 2 ** -n;
  let sum = term;
  for (let k = 1; k <= first; k++) {
    term *= (n - k + 1) / k;
    sum += term;
  }
  return sum;
}

/**
 * No further answer is bought: the leader is safe, or the runner-up could not catch up with all answers that are left, or
 * `most` are bought.
 */
export function isVoteOver(
  { camps, probability }: Standing<Keyed>,
  { most, stopAt, bought }: { most: number; stopAt: number; bought: number },
): boolean {
  const [first = 0, second = 0] = camps.map(({ of }) => of.length);
  return probability >= stopAt || first - second > most - bought || bought >= most;
}

/** How many answers are bought where all are the same, which is the fewest. */
export function leastBought(vote: Pick<VotePlan, "most" | "stopAt">): number {
  const all = Array.from({ length: vote.most }, () => ({ key: "" }));
  const isEnough = (bought: number) =>
    isVoteOver(standingOf(all.slice(0, bought), { type: "text" }), { ...vote, bought });
  return all.findIndex((_, i) => isEnough(i + 1)) + 1;
}

/** The vote does not decide: its leader is neither safe nor far enough ahead of somebody. */
export function isClose({ camps, probability, lead }: Standing<Keyed>, vote: VotePlan): boolean {
  return vote.lead !== undefined && probability < vote.stopAt && lead < vote.lead && camps.length > 1;
}

/** Who debate after a vote at most: as many as there are participants, and two in any case. */
export function mostDebating(participants: number): number {
  return Math.max(2, participants);
}

/** The camps that somebody speaks for. */
export function campsDebating<T extends Keyed>(
  answers: readonly T[],
  { participants, ...comparing }: Comparing & { participants: number },
): Camp<T>[] {
  return campsOf(answers, comparing).slice(0, mostDebating(participants));
}

/** How many answers a question may have in so many rounds. */
export function mostAnswers(
  { participants, question }: { participants: readonly unknown[]; question?: QuestionPlan | undefined },
  rounds: number,
): number {
  const { vote } = question ?? {};
  return vote ? vote.most + mostDebating(participants.length) * (rounds - 1) : participants.length * rounds;
}
