/** The rows of `npm run simulate` on votes, with fewer questions; docs/design/measured.md has them of 2,000. */
import { expect, it } from "vitest";
import { sequentialTable } from "../../simulate/sequential.ts";

it("A vote is right as often as all answers together over three difficulties, for at least 40 % fewer of them; a debate of close ones is right more often.", () => {
  const rows = sequentialTable(400);
  for (const { title, cells } of rows) {
    const [all, vote, debated, coin] = cells;
    expect(Math.abs(vote!.right - all!.right), title).toBeLessThanOrEqual(0.5);
    expect(debated!.right, title).toBeGreaterThanOrEqual(all!.right - 0.5);
    // Whoever debates without finding out anything does no harm.
    expect(coin!.right, title).toBeGreaterThanOrEqual(all!.right - 1);
  }
  const [all, vote, debated] = rows.at(-1)!.cells;
  expect(vote!.answers).toBeLessThanOrEqual(0.6 * all!.answers);
  expect(debated!.answers).toBeLessThanOrEqual(0.6 * all!.answers);
  expect(debated!.right).toBeGreaterThan(all!.right + 1);
});
