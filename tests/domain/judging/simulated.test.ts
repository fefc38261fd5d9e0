import { describe, expect, it } from "vitest";
import { endedEarly, FADING } from "../../simulate/fading.ts";
import { longerTextCaught, type Outcome, ROWS, simulate } from "../../simulate/verdicts.ts";
import { weighedGrid } from "../../simulate/weights.ts";
import { runs } from "../../support/debates/runs.ts";

const outcomeOf = (name: keyof typeof ROWS): Outcome => simulate(ROWS[name]!, runs(2_000));

describe("simulated verdicts in both orders", () => {
  it.each(["first", "last"])("of a judge that prefers whoever is shown %s are all contested", (name) => {
    expect(outcomeOf(name)).toMatchObject({ contested: 100, winnerAgreement: { judges: null, orders: 0 } });
  });

  it("of a judge that prefers the longer text are found by the audit, since both orders agree", () => {
    expect(longerTextCaught()).toBe(100);
  });

  it("of two judges with opposite winners are all contested, and the judges agree in nothing", () => {
    expect(outcomeOf("opposed")).toMatchObject({ contested: 100, winnerAgreement: { judges: 0, orders: 1 } });
  });

  it("of two judges of whom one is stricter have one winner, on whom both agree", () => {
    expect(outcomeOf("stricter")).toEqual({
      right: 100,
      contested: 0,
      wrong: 0,
      winnerAgreement: { judges: 1, orders: 1 },
    });
  });

  it("of a panel of three whose ballots err alone in 10 % are right in more than 92 %", () => {
    const { right, wrong } = outcomeOf("independent");
    expect(right).toBeGreaterThan(92);
    expect(wrong).toBeLessThan(1);
  });

  it("of a panel whose members err together in 30 % of debates are wrong in about 3 %", () => {
    const { wrong } = outcomeOf("correlated");
    expect(wrong).toBeGreaterThan(2);
    expect(wrong).toBeLessThan(4.5);
  });
});

describe("simulated convergence-seeking debates of ten rounds", () => {
  const rates = (name: keyof typeof FADING) =>
    [1, 2].map((fadingRounds) => endedEarly(FADING[name], { debates: runs(2_000), fadingRounds }));

  it.each(["small", "large", "shared", "flags"] as const)("end by stationary noise in at most 1 %%: %s", (name) => {
    const [one, two] = rates(name);
    expect(one).toBeGreaterThan(1);
    expect(two).toBeLessThanOrEqual(1);
  });

  it("still end when returns do fade", () => {
    expect(rates("real")).toEqual([100, 100]);
  });
});

describe("simulated answers that count by weights", () => {
  const grid = weighedGrid(runs(4_000));

  it.each(grid)("are right at least as often as by plain counting: $title", ({ plain, weighed }) => {
    expect(weighed).toBeGreaterThanOrEqual(plain);
  });

  it("are right more often by far where one knows more than the others, whatever the answers' form", () => {
    const gains = grid.filter(({ title }) => title.endsWith("three of 80 %, two of 20 %"));
    for (const { plain, weighed } of gains) expect(weighed).toBeGreaterThan(plain + 1);
  });

  it("lose little where measured shares differ by chance alone", () => {
    for (const { plain, measured } of grid) expect(measured).toBeGreaterThan(plain - 3);
  });
});
