import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTemporal } from "../../infra/local/temporal.ts";
import { startWorld } from "../support/world.ts";
import { benchContext } from "./context.ts";
import { benchFirstDelta } from "./first-delta.ts";
import { benchHttp } from "./http.ts";
import { benchOwnTime } from "./own-time.ts";

const dataDir = await mkdtemp(join(tmpdir(), "parley-bench-"));
const temporal = await startTemporal({ dataDir, namespace: "default", headless: true });
const world = await startWorld({ temporalAddress: temporal.address });
const BENCHES = { "own-time": benchOwnTime, "first-delta": benchFirstDelta, http: benchHttp, context: benchContext };
const named = process.argv.slice(2);
for (const [name, bench] of Object.entries(BENCHES)) {
  // Long: only when it is asked for.
  if (named.length > 0 ? !named.includes(name) : name === "context") continue;
  for (const line of await bench(world)) console.log(line);
}
await world.stop();
await temporal.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
