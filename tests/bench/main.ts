import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTemporal } from "../../infra/local/temporal/server.ts";
import { startWorld } from "../support/world.ts";
import { benchContext } from "./context.ts";
import { benchFirstDelta } from "./first-delta.ts";
import { benchHttp } from "./http.ts";
import { benchLongPage } from "./long-page.ts";
import { benchOwnTime } from "./own-time.ts";
import { benchWaiting } from "./waiting.ts";

const dataDir = await mkdtemp(join(tmpdir(), "parley-bench-"));
const temporal = await startTemporal({ dataDir, namespace: "default", headless: true });
const world = await startWorld({ temporalAddress: temporal.address });
const BENCHES = {
  "own-time": benchOwnTime,
  "first-delta": benchFirstDelta,
  http: benchHttp,
  waiting: benchWaiting,
  context: benchContext,
  "long-page": benchLongPage,
};
/** The first takes long, the second a browser. */
const ONLY_BY_NAME = new Set(["context", "long-page"]);
const named = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (named.length > 0 ? !named.includes(name) : ONLY_BY_NAME.has(name)) continue;
  for (const line of await bench(world)) console.log(line);
}
await world.stop();
await temporal.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
