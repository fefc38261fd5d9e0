/**
 * The fault-injection suite: every row × every column on real servers, one debate each; prints a table, and ends with 1
 * when a cell does not hold. Words on the command line choose rows and columns by their names.
 */
import { startArena } from "./arena.ts";
import { playCell } from "./cell.ts";
import { INJECTIONS } from "./injections.ts";
import { MOMENTS } from "./moments.ts";

const wanted = process.argv.slice(2);
const chosen = <T extends { name: string }>(rows: T[]): T[] => {
  const named = rows.filter(({ name }) => wanted.some((word) => name.includes(word)));
  return named.length > 0 ? named : rows;
};
const say = (line: string) => process.stdout.write(`${line}\n`);
const row = (cells: string[]) => say(`| ${cells.join(" | ")} |`);

const moments = chosen(MOMENTS);
const failures: string[] = [];
const arena = await startArena();
row(["fault", ...moments.map(({ name }) => name)]);
row(Array.from({ length: moments.length + 1 }, () => "---"));
for (const injection of chosen(INJECTIONS)) {
  const results: string[] = [];
  for (const moment of moments) {
    const result = await playCell(arena, { injection, moment }).then(
      (ms) => `whole, ${(ms / 1000).toFixed(1)} s`,
      (error: Error) => {
        failures.push(`${injection.name}, ${moment.name}: ${error.message}`);
        return "FAILED";
      },
    );
    arena.proxy.decide(() => "pass");
    await arena.mend();
    results.push(result);
  }
  row([injection.name, ...results]);
}
for (const failure of failures) say(`\n${failure}`);
await arena.stop();
process.exit(failures.length > 0 ? 1 : 0);
