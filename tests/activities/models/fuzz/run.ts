/**
 * The fuzz of what models send: recorded replies over all three wire formats, streamed and whole, with events dropped,
 * doubled, reordered, of other types, cut. Each ends as a reply or a classified fault. `npm run fuzz -- 20000 7` tries 20,000
 * with the seed 7; `npm run fuzz -- 1 7 123` repeats the case 123 alone. Ends with 1 when something does not hold.
 */
import { caseOf, play } from "./play.ts";

const [COUNT = 20_000, SEED = Math.floor(Math.random() * 2 ** 24), FIRST = 0] = process.argv.slice(2).map(Number);
/** Faults that are shown. */
const SHOWN = 20;

const say = (line: string) => void process.stdout.write(`${line}\n`);
say(`seed ${SEED}: npm run fuzz -- ${COUNT} ${SEED}`);
const outcomes = new Map<string, number>();
const startedAt = performance.now();
let wrong = 0;
for (let number = FIRST; number < FIRST + COUNT; number++) {
  const played = await play(caseOf(SEED, number));
  outcomes.set(played.outcome, (outcomes.get(played.outcome) ?? 0) + 1);
  if (played.wrong.length === 0) continue;
  wrong += 1;
  if (wrong > SHOWN) continue;
  say(`\ncase ${number} (npm run fuzz -- 1 ${SEED} ${number}), ${played.shape.what}`);
  for (const fault of played.wrong) say(`  ${fault.slice(0, 900)}`);
  say(
    Buffer.concat(played.sent.chunks)
      .toString()
      .slice(0, COUNT === 1 ? 20_000 : 1_500),
  );
}
const cpu = process.cpuUsage();
const seconds = (ms: number) => (ms / 1_000).toFixed(1);
say(`${COUNT} streams: ${[...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(", ")}`);
say(
  `${wrong} went wrong; ${seconds(performance.now() - startedAt)} s, CPU ${seconds((cpu.user + cpu.system) / 1_000)} s`,
);
process.exit(wrong > 0 ? 1 : 0);
