/**
 * The cluster: two servers of one production Temporal on Postgres, two APIs and three workers, and debates under way while
 * something happens to them. Prints a table, and ends with 1 where a debate did not complete, a call was bought twice or a
 * word was lost.
 *
 *     npm run cluster -- [debates at a time] [words that choose rows] [--server=1.32.2]
 */
import { startModelServer } from "../support/models/server.ts";
import { startCluster } from "./cluster.ts";
import { createLoad, type Played } from "./load.ts";
import { findPrograms, TESTED_SERVER } from "./programs.ts";
import { ROWS } from "./rows.ts";

const LANES = 100;
const words = process.argv.slice(2);
const version = words.find((word) => word.startsWith("--server="))?.slice("--server=".length) ?? TESTED_SERVER;
const lanes = Number(words.find(Number) ?? LANES);
const chosen = words.filter((word) => !word.startsWith("--") && !Number(word));
const say = (line: string) => void process.stdout.write(`${line}\n`);

const programs = await findPrograms(version);
const models = await startModelServer();
const cluster = await startCluster(programs, models.url);
const load = createLoad(models, cluster.url);
const failures: string[] = [];
say(`Temporal ${version}, ${lanes} debates at a time; what everybody says is in ${cluster.folder}\n`);
say("| what happens | debates | completed | calls | bought twice | words lost | longest silence | time |");
say("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const row of ROWS.filter(({ name }) => chosen.every((word) => name.includes(word)))) {
  if (Number(version.split(".")[1]) < (row.since ?? 0)) {
    say(`| ${row.name}: not before Temporal 1.${row.since} | | | | | | | |`);
    continue;
  }
  const since = performance.now();
  const played = await row.play({ cluster, load, lanes });
  say(lineOf(row.name, played, performance.now() - since));
  failures.push(...played.flatMap((one) => faultsOf(one).map((fault) => `${row.name}: ${one.id}: ${fault}`)));
}
for (const failure of failures) say(failure);
if (failures.length === 0) await cluster.stop();
process.exit(failures.length > 0 ? 1 : 0);

function faultsOf({ status, again, lostWords, faults }: Played): string[] {
  return [
    ...(status === "completed" ? [] : [`it is ${status}`]),
    ...(again > 0 ? [`${again} calls were bought twice`] : []),
    ...(lostWords > 0 ? [`${lostWords} words are in no turn`] : []),
    ...faults,
  ];
}

function lineOf(name: string, played: Played[], ms: number): string {
  const sum = (of: (one: Played) => number) => played.reduce((all, one) => all + of(one), 0);
  const seconds = (of: number) => `${(of / 1000).toFixed(1)} s`;
  const completed = played.filter(({ status }) => status === "completed").length;
  const silence = Math.max(...played.map((one) => one.silence));
  const counts = [played.length, completed, sum((it) => it.calls), sum((it) => it.again), sum((it) => it.lostWords)];
  return `| ${[name, ...counts, seconds(silence), seconds(ms)].join(" | ")} |`;
}
