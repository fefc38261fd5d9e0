import { describe, expect, it } from "vitest";
import { endedEarly, FADING, RULES } from "../../simulate/fading.ts";
import { MOTIONS, motionsCarried } from "../../simulate/motions.ts";
import { CHANGED, hollowIn, STANCES, stableIn } from "../../simulate/stances.ts";
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

describe("simulated debates of ten rounds", () => {
  const rate = (name: keyof typeof FADING, rule: keyof typeof RULES) =>
    endedEarly(FADING[name], { debates: runs(2_000), ...RULES[rule] });

  it.each(["small", "large", "shared", "flags", "repeats", "both"] as const)(
    "end by stationary noise in fewer than 1 %%: %s",
    (name) => {
      expect(rate(name, "one")).toBeGreaterThan(1);
      expect(rate(name, "now")).toBeLessThan(1);
      expect(rate(name, "stops")).toBeLessThan(1);
    },
  );

  it("ended in more than 5 % where a judge's flag repeats and was enough", () => {
    expect(rate("repeats", "two")).toBeGreaterThan(5);
    expect(rate("repeats", "stop")).toBeGreaterThan(5);
  });

  it("still end when returns do fade", () => {
    expect([rate("real", "now"), rate("real", "stops")]).toEqual([100, 100]);
  });
});

describe("simulated motions", () => {
  const carried = (name: keyof typeof MOTIONS, testsSwing?: true) =>
    motionsCarried(MOTIONS[name], { debates: runs(2_000), ...(testsSwing && { testsSwing }) });

  it.each(["five", "nine", "many", "joint", "models"] as const)(
    "have a winner in at most 5 %% of debates in which nobody is moved: %s",
    (name) => {
      expect(carried(name)).toBeGreaterThan(30);
      expect(carried(name, true)).toBeLessThanOrEqual(5);
    },
  );

  it("have one in most debates that move nearly all of an audience", () => {
    expect(carried("most", true)).toBeGreaterThan(80);
    expect(carried("halfOfMany", true)).toBeGreaterThan(80);
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

describe("simulated private answers", () => {
  const stable = (name: keyof typeof STANCES) => stableIn(STANCES[name], runs(2_000));
  const hollow = (name: keyof typeof CHANGED) => hollowIn(CHANGED[name], runs(2_000)).hollow;

  it("of participants who stay count as stable, unless the answers themselves vary by as much as the limit and more", () => {
    expect(stable("settled").ended).toBeGreaterThan(99);
    expect(stable("vague").ended).toBeGreaterThan(70);
    expect(stable("loose").ended).toBeLessThan(30);
  });

  it("of participants who move by more than the limit seldom count as stable before they rest, and at the limit often", () => {
    expect(stable("steady").tooEarly).toBeLessThan(1);
    expect(stable("unsteady").tooEarly).toBeLessThan(5);
    expect(stable("slow").tooEarly).toBeGreaterThan(40);
  });

  it("are called hollow where most changes name no cause, and seldom where most name one", () => {
    expect(hollow("convinced")).toBeLessThan(4);
    expect(hollow("careless")).toBeLessThan(25);
    expect(hollow("excused")).toBeGreaterThan(55);
    expect(hollow("conforming")).toBeGreaterThan(85);
  });
});
