import { describe, expect, it } from "vitest";
import type { ModelRef } from "../../../domain/catalogue/model-ref.ts";
import { blindCase } from "../../../domain/judging/blind/blind.ts";
import { countBallots } from "../../../domain/judging/count.ts";
import { openBallots } from "../../../domain/judging/panel.ts";
import { ballotOrder } from "../../../domain/protocols/ids.ts";
import { initialState } from "../../../domain/state/initial.ts";
import { runs } from "../../support/debates/runs.ts";
import { ballotOf, configFor, verdictOf } from "../../support/debates/transcripts.ts";
import { planFor } from "../../support/random/plans.ts";

const VERDICTS = runs(2_000);
const config = configFor({ speakers: 2 });
const RIGHT = "p1";
const WRONG = "p2";

/** Numbers from 0 to 1 that are the same in each run (Numerical Recipes' generator). */
function createDice(seed = 1) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Who is shown, in their order, to who wins. */
type Judge = (shown: string[]) => string;

/** The verdict of a debate with this id, as its ballots are really cast: drawn labels, all orders, all seats. */
function verdictOn(debateId: string, { judge, panel }: { judge: Judge; panel?: ModelRef[] }) {
  const plan = { ...planFor(), bothOrders: true as const, ...(panel && { panel }) };
  const ballots = openBallots(plan, initialState(plan)).map(({ id }) => {
    const order = ballotOrder(id);
    const blind = blindCase({ config, turns: [], assessments: [] }, { seed: debateId, order });
    const [first = ""] = blind.keysOf([RIGHT, WRONG]);
    const shown = blind.reveal(blind.keysOf([RIGHT, WRONG]));
    expect(shown[0]).toBe(blind.reveal(first));
    const winner = { participant: judge(shown), reasoning: "So it is." };
    return ballotOf(config, { id, order, verdict: { ...verdictOf(config), winner } });
  });
  const { verdict, contested } = countBallots({ ballots, participants: config.participants, mode: config.mode });
  return contested ? "contested" : (verdict.winner?.participant ?? "nobody");
}

function shares(outcomes: string[]): Record<string, number> {
  const counts = Object.entries(Object.groupBy(outcomes, (o) => o)).map(([o, all = []]) => [o, all.length] as const);
  return Object.fromEntries(counts.map(([o, n]) => [o, Math.round((n / outcomes.length) * 10_000) / 100]));
}

const simulate = (how: Parameters<typeof verdictOn>[1]) =>
  shares(Array.from({ length: VERDICTS }, (_, n) => verdictOn(`deb-${n}`, how)));

describe("simulated verdicts in both orders", () => {
  it("of a judge that always prefers whoever is shown first are all contested", () => {
    const seen = simulate({ judge: ([first = ""]) => first });
    console.log("a judge that prefers the first speaker shown:", seen);
    expect(seen).toEqual({ contested: 100 });
  });

  it("of a judge that always prefers whoever is shown last are all contested", () => {
    expect(simulate({ judge: (shown) => shown.at(-1) ?? "" })).toEqual({ contested: 100 });
  });

  it("of an unbiased panel of three that errs in 10 % of its ballots have the right winner in more than 92 %", () => {
    const roll = createDice();
    const panel = ["a", "b", "c"].map((model) => ({ provider: "demo", model }));
    const seen = simulate({ judge: () => (roll() < 0.1 ? WRONG : RIGHT), panel });
    console.log("an unbiased panel of three, 10 % of ballots wrong:", seen);
    expect(seen[RIGHT]).toBeGreaterThan(92);
    // Whoever errs is contested, and hardly ever believed.
    expect(seen[WRONG] ?? 0).toBeLessThan(1);
  });
});
