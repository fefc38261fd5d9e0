/**
 * The fault-injection suite on real servers: each thing that goes wrong once × each moment, one debate after the other;
 * then each fault that lasts × each policy, many at once; then what happens to the embedded stack. Prints a table, and ends
 * with 1 when something does not hold.
 * Words on the command line choose rows by the names of their faults and moments; `--sample=N` one moment of each thing
 * that goes wrong once, a quarter of the faults that last, and a third of the embedded stack's.
 */
import { sampleOf } from "../support/sample.ts";
import { startArena } from "./arena.ts";
import { playCell } from "./cell.ts";
import { createEmbedded, EMBEDDED_ROWS } from "./embedded/rows.ts";
import { INJECTIONS } from "./injections.ts";
import { LASTING_FAULTS, WAYS } from "./lasting.ts";
import { playLasting, type Stage } from "./lasting-cell.ts";
import { MOMENTS } from "./moments.ts";
import { createReport } from "./report.ts";

/** Debates of lasting faults at the same time: most of their time is waiting. */
const AT_ONCE = 8;

/** A sample has one of so many faults that last. */
const LASTING_PARTS = 4;
/** And one of so many rows of the embedded stack. */
const EMBEDDED_PARTS = 3;

const sample = sampleOf(process.argv.slice(2));
const wanted = sample.others;
const isChosen = (...names: string[]) => wanted.every((word) => names.some((name) => name.includes(word)));

const startedAt = performance.now();
const arena = await startArena();
const report = createReport();
for (const [row, injection] of INJECTIONS.entries())
  for (const [column, moment] of MOMENTS.entries()) {
    if (!sample.has(row + column, MOMENTS.length) || !isChosen(injection.name, moment.name)) continue;
    await report.add(injection.name, moment.name, playCell(arena, { injection, moment }));
    arena.proxy.decide(() => "pass");
    await arena.mend();
  }

const stage: Stage = { arena, scripts: new Map() };
arena.world.models.use((request) => {
  const script = stage.scripts.get(/Case-\d+-/.exec(JSON.stringify(request.messages))?.[0] ?? "");
  if (!script) throw new Error("a request of no case");
  return script(request);
});
const lasting = LASTING_FAULTS.flatMap((fault) => WAYS.map((way) => ({ fault, way }))).filter(
  ({ fault, way }, place) => sample.has(place, LASTING_PARTS) && isChosen(fault.name, `${way.moment}, ${way.name}`),
);
const waiting = lasting.map((cell, n) => ({ cell, n }));
await Promise.all(Array.from({ length: AT_ONCE }, lane));
await arena.stop();

const embedded = await createEmbedded();
for (const [place, row] of EMBEDDED_ROWS.entries())
  if (sample.has(place, EMBEDDED_PARTS) && isChosen(row.fault, row.moment))
    await report.add(row.fault, row.moment, embedded.play(row));
await embedded.stop();
report.close(startedAt);
process.exit(report.failures.length > 0 ? 1 : 0);

async function lane(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { cell, n } = next;
    await report.add(cell.fault.name, `${cell.way.moment}, ${cell.way.name}`, playLasting(stage, cell, n));
  }
}
