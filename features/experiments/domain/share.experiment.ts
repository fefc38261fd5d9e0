/** What a cell may take at most of its experiment's budget: it is set aside before the cell buys anything. */

import { ATTEMPTS, addAmount, sumOf, times } from "../../../domain/play/budget/ledger.budget.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import type { Amount } from "../../../domain/shapes/plan/plan.ts";

/** Who gives an answer alone. `number`: which of the answers that arms share, from 1. `reserve`: one attempt at most. */
export interface Voter {
  number: number;
  model: ModelRef;
  reserve: Amount;
}

/**
 * A debate's `reserve` is its share, and its twin has the same again. `first`: answers that arms share, with which it begins.
 * `whole`: its share if one of them cannot be had and the debate asks for all itself.
 */
export type CellNeeds =
  | { kind: "vote"; voters: Voter[] }
  | { kind: "debate"; reserve: Amount; twin?: true; first?: Voter[]; whole?: Amount };

/** All of a cell, if none of its answers is there. */
export function needOf(needs: CellNeeds): Amount {
  if (needs.kind === "vote") return answersNeed(needs.voters);
  return addAmount(debateNeed(needs), answersNeed(needs.first ?? []));
}

/** Each call is set aside twice: a worker that dies in it may leave one attempt that is billed unseen. */
export function answersNeed(voters: Pick<Voter, "reserve">[]): Amount {
  return sumOf(voters.map(({ reserve }) => times(ATTEMPTS, reserve)));
}

/** With its twin. */
export function debateNeed({ reserve, twin }: { reserve: Amount; twin?: true | undefined }): Amount {
  return times(twin ? 2 : 1, reserve);
}
