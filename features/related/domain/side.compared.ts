/** One of the two debates that are compared. A ruling of another judge is compared as the debate with that judge's result. */

import type { Rejudgement } from "../../../domain/around/rejudgement/rejudgement.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";

export interface Side {
  debate: Debate;
  /** The request that it was made from; null: it is not stored, as of an imported debate. */
  request: Record<string, unknown> | null;
  /** True: another judge ruled on the debate, and this is its ruling. */
  isRejudged: boolean;
}

/** Whether it names a ruling of another judge on the first debate, as `j1`, and no other debate. */
export function isRejudgementId(id: string): boolean {
  return /^j\d{1,4}$/.test(id);
}

/** The debate as it would be if the other judge's ruling were its own. */
export function rejudgedSide({ debate, request }: Side, ruling: Rejudgement): Side {
  const { judge, result, costUsd, createdAt } = ruling;
  const { model, panel, bothOrders, criteria, promptSource } = judge;
  const { criteria: _ofTheFirst, ...own } = debate.judge ?? { usage: ruling.usage, costUsd };
  return {
    // What else was asked of the other judge is not stored.
    request: request && { ...request, judge: {} },
    isRejudged: true,
    debate: {
      ...debate,
      judge: { ...own, model, panel, bothOrders, ...(criteria && { criteria }) },
      promptSources: { ...debate.promptSources, judge: promptSource },
      result,
      createdAt,
      cost: { ...debate.cost, totalUsd: costUsd },
    },
  };
}
