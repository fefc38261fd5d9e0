import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTemporal } from "../../infra/local/temporal/server.ts";
import { startWorld } from "../support/world.ts";
import { benchContext } from "./context.ts";
import { benchFairness } from "./fairness.ts";
import { benchFiles } from "./files.ts";
import { benchFirstDelta } from "./first-delta.ts";
import { benchHttp } from "./http.ts";
import { benchLong } from "./long.ts";
import { benchLongPage } from "./long-page.ts";
import { benchOpenAi } from "./openai.ts";
import { benchOwnTime } from "./own-time.ts";
import { benchRetrieval } from "./retrieval.ts";
import { benchWaiting } from "./waiting.ts";

const dataDir = await mkdtemp(join(tmpdir(), "parley-bench-"));
const temporal = await startTemporal({ dataDir, namespace: "default", headless: true });
const world = await startWorld({ temporalAddress: temporal.address });
const BENCHES = {
  "own-time": benchOwnTime,
  "first-delta": benchFirstDelta,
  http: benchHttp,
  waiting: benchWaiting,
  openai: benchOpenAi,
  context: benchContext,
  fairness: benchFairness,
  long: benchLong,
  "long-page": benchLongPage,
  retrieval: benchRetrieval,
  files: benchFiles,
};
/** Three take long, one a browser, one measures no time; after `fairness` the API is closed to strangers. */
const ONLY_BY_NAME = new Set(["context", "fairness", "long", "long-page", "retrieval", "files"]);
const named = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (named.length > 0 ? !named.includes(name) : ONLY_BY_NAME.has(name)) continue;
  for (const line of await bench(world)) console.log(line);
}
await world.stop();
await temporal.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
