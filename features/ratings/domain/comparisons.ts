/** What judged debates say about models: who won against whom. */

import { meanOf } from "../../../domain/base/statistics/bootstrap.ts";
import type { Comparison } from "../../../domain/base/statistics/bradley-terry.ts";
import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { DebateConfig, JudgeConfig, ParticipantConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { DebateState, ResultDigest } from "../../../domain/shapes/state/state.ts";

export interface Rated {
  id: string;
  config: Pick<DebateConfig, "twinOf"> & {
    participants: Pick<ParticipantConfig, "id" | "side" | "provider" | "model">[];
    judge?: Pick<JudgeConfig, "panel"> | null;
  };
  state: Pick<DebateState, "result">;
}

type Verdict = Extract<ResultDigest, { type: "verdict" }>;

export function verdictOf({ state: { result } }: Rated): Verdict | null {
  return result?.type === "verdict" ? result : null;
}

/**
 * One comparison for each debate of two sides with a different model each; a debate and its twins are one, with the mean
 * of their scores. Debates without a winner are ties.
 */
export function comparisonsOf(debates: readonly Rated[]): Comparison[] {
  const byId = new Map(debates.map((debate) => [debate.id, debate]));
  const groups = Map.groupBy(
    debates.flatMap((debate) => {
      const compared = comparisonOf(debate);
      // Runs of other models would be another comparison.
      return compared ? [{ ...compared, group: JSON.stringify([rootOf(debate, byId), compared.players]) }] : [];
    }),
    ({ group }) => group,
  );
  const inOrder = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.flatMap(([, runs]) => {
    const [first] = runs;
    return first ? [{ players: first.players, score: meanOf(runs.map(({ score }) => score)) }] : [];
  });
}

/** The debate at the beginning of a chain of twins, as far as it was read. */
function rootOf(debate: Rated, byId: ReadonlyMap<string, Rated>): string {
  const passed = new Set<string>();
  let at = debate.id;
  for (let next = debate.config.twinOf; next && !passed.has(next); next = byId.get(next)?.config.twinOf) {
    at = next;
    passed.add(next);
  }
  return at;
}

/** The players in alphabetical order; null where there are not two sides, or both have the same model. */
function comparisonOf(debate: Rated): Comparison | null {
  const verdict = verdictOf(debate);
  const sides = verdict && sidesOf(debate);
  if (!sides) return null;
  const [one, other] = sides.toSorted((a, b) => (a.model < b.model ? -1 : 1));
  if (!one || !other || one.model === other.model) return null;
  const won = (side: Side) => side.members.some((id) => hasWon(debate, verdict, id));
  const score = won(one) === won(other) ? 0.5 : Number(won(one));
  return { players: [one.model, other.model], score };
}

interface Side {
  members: string[];
  model: string;
}

/** `for` and `against` where both speak, else the participants; null unless there are two, each of one model. */
function sidesOf({ config: { participants } }: Rated): Side[] | null {
  const opposed = ["for", "against"].map((name) => participants.filter(({ side }) => side === name));
  const isOpposed = opposed.every((members) => members.length > 0);
  const sides = isOpposed ? opposed : participants.map((participant) => [participant]);
  const named = sides.map((members) => ({ members, models: [...new Set(members.map((p) => modelId(p)))] }));
  if (named.length !== 2) return null;
  return named.every(({ models }) => models.length === 1)
    ? named.map(({ members, models }) => ({ members: members.map(({ id }) => id), model: models.join() }))
    : null;
}

function hasWon({ config: { participants } }: Rated, { winner, winningSide }: Verdict, id: string): boolean {
  return winningSide ? participants.find((p) => p.id === id)?.side === winningSide : winner === id;
}
