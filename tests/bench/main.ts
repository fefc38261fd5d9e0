import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTemporal } from "../../infra/local/temporal/server.temporal-server.ts";
import { startWorld } from "../support/world.ts";
import { benchCache } from "./cache.ts";
import { benchContext } from "./context.ts";
import { benchFairness } from "./fairness.ts";
import { benchFiles } from "./files.ts";
import { benchFirstDelta } from "./first-delta.ts";
import { benchFirstWords } from "./first-words.ts";
import { benchHttp } from "./http.ts";
import { benchLong } from "./long.ts";
import { benchLongPage } from "./long-page.ts";
import { benchLongPoll } from "./long-poll.ts";
import { benchMemory } from "./memory.ts";
import { benchOpenAi } from "./openai.ts";
import { benchOwnTime } from "./own-time.ts";
import { benchPath } from "./path/path.ts";
import { benchRetrieval } from "./retrieval.ts";
import { benchWaiting } from "./waiting.ts";
import { benchWatchers } from "./watchers.ts";
import { benchWorkers } from "./workers.ts";

await using open = new AsyncDisposableStack();
const dataDir = open.adopt(await mkdtemp(join(tmpdir(), "parley-bench-")), (it) => rm(it, { recursive: true }));
const options = { dataDir, namespace: "default", headless: true };
const temporal = open.adopt(await startTemporal(options), (it) => it.stop());
const BENCHES = {
  "own-time": benchOwnTime,
  "first-delta": benchFirstDelta,
  http: benchHttp,
  "long-poll": benchLongPoll,
  openai: benchOpenAi,
  context: benchContext,
  cache: benchCache,
  fairness: benchFairness,
  long: benchLong,
  "long-page": benchLongPage,
  retrieval: benchRetrieval,
  files: benchFiles,
  memory: benchMemory,
  path: benchPath,
};
/** Three take long, one a browser, one measures no time; after `fairness` the API is closed to strangers. */
const ONLY_BY_NAME = new Set([
  "context",
  "cache",
  "fairness",
  "long",
  "long-page",
  "retrieval",
  "files",
  "memory",
  "path",
]);
/** They start processes of their own, and nothing else may run beside them. By name only. */
const APART = { "first-words": benchFirstWords, watchers: benchWatchers, waiting: benchWaiting, workers: benchWorkers };
const named = process.argv.slice(2);
for (const [name, bench] of Object.entries(APART))
  if (named.includes(name)) for (const line of await bench(temporal.address)) console.log(line);
const wanted = Object.entries(BENCHES).filter(([name]) =>
  named.length > 0 ? named.includes(name) : !ONLY_BY_NAME.has(name),
);
if (wanted.length > 0) {
  const world = await startWorld({ temporalAddress: temporal.address });
  for (const [, bench] of wanted) for (const line of await bench(world)) console.log(line);
  await world.stop();
}
await open.disposeAsync();
process.exit(0);
