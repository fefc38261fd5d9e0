import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addAmount, amountOf, NOTHING } from "../../../domain/play/budget/ledger.budget.ts";
import type { Amount } from "../../../domain/shapes/plan/plan.ts";
import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import { endOf } from "../../../features/experiments/domain/experiment.ts";
import { isWithin, Purse } from "../../../features/experiments/domain/purse.ts";
import { runs } from "../../support/debates/runs.ts";

const amount = fc.record({ costMicroUsd: fc.nat(2_000), tokens: fc.nat(500) });
const limit = fc.record({
  costMicroUsd: fc.option(fc.nat(10_000)),
  tokens: fc.option(fc.nat(3_000)),
});
/** Which of what is set aside is meant, and what share of it is spent. */
const about = { at: fc.nat(20), spent: fc.double({ min: 0, max: 1, noNaN: true }) };
const deed = fc.oneof(
  fc.record({ name: fc.constant("take" as const), amount }),
  fc.record({ name: fc.constant("settle" as const), ...about }),
  fc.record({ name: fc.constant("fail" as const), ...about }),
  fc.record({ name: fc.constant("exchange" as const), amount, ...about }),
  fc.record({ name: fc.constant("limit" as const), limit }),
);

function partOf({ costMicroUsd, tokens }: Amount, share: number): Amount {
  return { costMicroUsd: Math.floor(costMicroUsd * share), tokens: Math.floor(tokens * share) };
}

function spendOf({ costMicroUsd, tokens }: Amount) {
  return { ...NO_SPEND, inputTokens: tokens, costMicroUsd, calls: 1 };
}

describe("the books of an experiment's budget", () => {
  it("never pass the limit, whatever is taken, spent, lost, exchanged and edited, and count all that is sold", () => {
    fc.assert(
      fc.property(limit, fc.array(deed, { maxLength: 60 }), (first, deeds) => {
        const books = { spent: NO_SPEND, unsettled: NOTHING, most: first };
        const purse = new Purse(() => books);
        const held: Amount[] = [];
        let sold = NOTHING;
        for (const one of deeds) {
          if (one.name === "limit") {
            // As the workflow does: a limit below what is committed is refused.
            if (isWithin(purse.committed, one.limit)) books.most = one.limit;
          } else if (one.name === "take") {
            if (purse.take(one.amount)) held.push(one.amount);
          } else {
            const [share] = held.splice(one.at % Math.max(1, held.length), 1);
            if (!share) continue;
            const part = partOf(share, one.spent);
            sold = addAmount(sold, part);
            if (one.name === "settle") purse.settle(share, { spend: spendOf(part) });
            // What a lost worker has bought is known to nobody, and is charged in full.
            if (one.name === "fail") purse.settle(share, { spend: NO_SPEND, unsettled: share });
            if (one.name === "exchange") {
              purse.charge({ spend: spendOf(part) });
              if (purse.exchange(share, one.amount)) held.push(one.amount);
            }
          }
          const charged = addAmount(amountOf(books.spent), books.unsettled);
          const isOver = (which: Amount) => !isWithin(which, books.most);
          expect([isOver(charged), isOver(purse.committed)]).toEqual([false, false]);
          expect(sold.costMicroUsd).toBeLessThanOrEqual(charged.costMicroUsd);
          expect(sold.tokens).toBeLessThanOrEqual(charged.tokens);
          expect(purse.isIdle).toBe(held.every(({ costMicroUsd, tokens }) => costMicroUsd + tokens === 0));
        }
      }),
      { numRuns: runs(5_000) },
    );
  });
});

it("calls an experiment complete only if it has an outcome, or nothing failed", () => {
  const leftOut = { place: { arm: 0, item: 0, repetition: 1 }, needs: NOTHING, committed: NOTHING };
  expect(
    [
      { done: 2, failed: 1 },
      { done: 0, failed: 3 },
      { done: 0, failed: 0 },
      { done: 1, failed: 0, leftOut },
    ].map(endOf),
  ).toEqual(["completed", "failed", "completed", "out_of_budget"]);
});
