import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { effectiveVotes } from "../../../domain/base/statistics/effective-votes.ts";
import type { CastBallot } from "../../../domain/shapes/schemas/ballot.ts";
import { castBallots } from "../../simulate/world/bench.ts";
import { bothWays } from "../../simulate/world/figures.ts";
import { PAGE, tablesIn, withTables } from "../../simulate/world/page.ts";
import { BENCHES, NINE, PERSUASIONS, type Row, WORLDS } from "../../simulate/world/rows.ts";
import { countedOnce, worldTables } from "../../simulate/world/tables.ts";
import { questionOf } from "../../simulate/world/world.ts";
import { runs } from "../../support/debates/runs.ts";

const DEBATES = runs(4_000);
const counted = countedOnce(DEBATES);
const answerOf = ({ verdict }: CastBallot) => verdict.answer?.choice;
const wrongIn = (...row: Row) => counted(...row).wrong.share ?? 0;

describe("the simulated world", () => {
  const questions = Array.from({ length: DEBATES }, (_, number) => questionOf(WORLDS.plain, number));

  it("has judges of whom nine are worth about two, as real ones were", () => {
    const errors = questions.map((each) =>
      castBallots(WORLDS.plain, NINE, each).map((ballot) => answerOf(ballot) !== each.right),
    );
    const { votes } = effectiveVotes(errors);
    expect(votes).toBeGreaterThan(1.7);
    expect(votes).toBeLessThan(2.4);
  });

  it("has ballots that are right as often as the question's difficulty says, whatever they share", () => {
    for (const accuracy of WORLDS.plain.accuracy) {
      const those = questions.filter((each) => each.accuracy === accuracy);
      const right = those.flatMap((each) =>
        castBallots(WORLDS.plain, NINE, each).filter((ballot) => answerOf(ballot) === each.right),
      );
      expect(right.length / those.length / NINE.judges.length).toBeCloseTo(accuracy, 1);
    }
  });

  it("poses the same question to everybody who judges it", () => {
    const [first, again] = [questionOf(WORLDS.plain, 7), questionOf(WORLDS.plain, 7)];
    const ballots = (question: typeof first) => castBallots(WORLDS.plain, BENCHES.twin, question);
    expect(ballots(again)).toEqual(ballots(first));
  });
});

describe("in the simulated world", () => {
  it("both orders leave half of the wrong answers of a judge that prefers the first shown", () => {
    expect(wrongIn("firstShown", "one")).toBeLessThan(0.65 * wrongIn("firstShown", "once"));
    expect(wrongIn("firstShown", "families")).toBeLessThan(0.65 * wrongIn("firstShown", "familiesOnce"));
  });

  it("a twin leaves fewer wrong answers of judges that prefer the last to speak, and answers most questions", () => {
    expect(wrongIn("lastSpoken", "twin")).toBeLessThan(0.8 * wrongIn("lastSpoken", "families"));
    expect(counted("plain", "twin").none.share).toBeLessThan(0.3);
  });

  it("judges of a debater's family that prefer their own are wrong more often, the more of them there are", () => {
    const [none, one, all] = (["families", "oneRelated", "allRelated"] as const).map((bench) =>
      wrongIn("ownFamily", bench),
    );
    expect(one).toBeGreaterThan((none ?? 0) + 0.01);
    expect(all).toBeGreaterThan((one ?? 0) + 0.01);
  });

  it("neither copies of a model nor models of one family, nor a bench without a twin, are ever strong", () => {
    for (const bench of ["one", "copies", "family", "families", "seven"] as const)
      expect(counted("empty", bench).byLevel.strong.share.count).toBe(0);
  });

  it.each(["empty", "doubtful"] as const)("hardly any answer is strong where nothing is true: %s", (world) => {
    const { byLevel, unanimous } = counted(world, "twin");
    expect(unanimous.share).toBeGreaterThan(0.3);
    expect(byLevel.strong.share.share).toBeLessThanOrEqual(0.05);
  });

  it("strong answers are right more often than moderate ones, and moderate ones than weak ones", () => {
    const { strong, moderate, weak } = counted("plain", "twin").byLevel;
    expect(strong.share.count).toBeGreaterThan(0);
    expect(strong.right.share).toBeGreaterThan(moderate.right.share ?? 1);
    expect(moderate.right.share).toBeGreaterThan(weak.right.share ?? 1);
  });

  it("ballots that answer are right more often than those that name who argued better, unless the right side argues better in nine of ten", () => {
    const gain = (world: keyof typeof PERSUASIONS) => {
      const { winners, answers } = bothWays(PERSUASIONS[world], BENCHES.families, DEBATES);
      return (answers.share ?? 0) - (winners.share ?? 0);
    };
    expect(gain("even")).toBeGreaterThan(0.2);
    const most = gain("most");
    expect(most).toBeGreaterThan(0.1);
    expect(gain("nearlyAll")).toBeLessThan(0);
    // Where half of the ballots answer as the winner that they name, half of the gain is gone.
    const led = gain("led");
    expect(led).toBeGreaterThan(0);
    expect(led).toBeLessThan(0.75 * most);
  });
});

describe("the tables of the simulated world", () => {
  const tables = worldTables(DEBATES, counted);
  const page = readFileSync(PAGE, "utf8");

  /** Four standard errors of so few debates, and half a point of rounding. */
  const isNear = (shown: number, percent: number, of: number) =>
    Math.abs(shown - percent) <= 0.5 + 400 * Math.sqrt(Math.max(0.01, (percent / 100) * (1 - percent / 100)) / of);

  it("stand in the docs as they are counted (npm run simulate -- --write)", () => {
    const shown = tablesIn(page);
    expect(shown.map((rows) => rows.length)).toEqual(tables.map(({ rows }) => rows.length));
    const off = tables.flatMap(({ rows }, t) =>
      rows.flatMap((cells, r) =>
        cells.flatMap((cell, c) => {
          const text = shown[t]?.[r]?.[c] ?? "";
          if (typeof cell === "string") return text === cell ? [] : [`${text} is ${cell}`];
          if (typeof cell === "number")
            return Math.abs(Number(text) - cell) <= 0.1 * cell ? [] : [`${text} is ${cell}`];
          if (cell.share === null || text === "–" || cell.of < 30) return [];
          return isNear(Number.parseFloat(text), 100 * cell.share, cell.of) ? [] : [`${text} is ${100 * cell.share}`];
        }),
      ),
    );
    expect(off).toEqual([]);
  });

  it("are put between their marks, and leave the rest of a page as it is", () => {
    const [first] = tables;
    const written = withTables("before\n<!-- simulated -->\nold\n<!-- /simulated -->\nafter", first ? [first] : []);
    expect(written).toMatch(/^before\n<!-- simulated -->\nEach feature[\s\S]*\n<!-- \/simulated -->\nafter$/);
    expect(tablesIn(written)[0]).toHaveLength(first?.rows.length ?? 0);
  });
});
