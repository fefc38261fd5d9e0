import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTemporal } from "../../infra/local/temporal.ts";
import { startWorld } from "../support/world.ts";
import { benchFirstDelta } from "./first-delta.ts";
import { benchHttp } from "./http.ts";
import { benchOwnTime } from "./own-time.ts";

const dataDir = await mkdtemp(join(tmpdir(), "parley-bench-"));
const temporal = await startTemporal({ dataDir, namespace: "default", headless: true });
const world = await startWorld({ temporalAddress: temporal.address });
for (const bench of [benchOwnTime, benchFirstDelta, benchHttp]) {
  for (const line of await bench(world)) console.log(line);
}
await world.stop();
await temporal.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
