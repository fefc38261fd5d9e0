/**
 * `npm run histories`: plays every scenario on real servers and writes its history for the replay tests; with names
 * after `--` only those.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { startTemporal } from "../../infra/local/temporal/server.temporal-server.ts";
import { startWorld } from "../support/world.ts";
import { AT_HOME, SCENARIOS } from "./scenarios.ts";

const folder = new URL("./histories/", import.meta.url);
await mkdir(folder, { recursive: true });
const temporal = await startTemporal({ dataDir: null, namespace: "default", headless: true });
const usual = await startWorld({ temporalAddress: temporal.address });
const atHome = await startWorld({ temporalAddress: temporal.address, atHome: true, workers: false });
const asked = process.argv.slice(2);
for (const [name, play] of Object.entries(SCENARIOS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const world = AT_HOME.has(name) ? atHome : usual;
  const id = await play(world);
  const history = await world.handle(id).fetchHistory();
  await writeFile(new URL(`${name}.json`, folder), `${impersonal(historyToJSON(history))}\n`);
  console.log(`${name}: ${history.events?.length} events`);
}
await usual.stop();
await atHome.stop();
await temporal.stop();
process.exit(0);

/** Without the names and the paths of the machine that recorded it. */
function impersonal(json: string): string {
  const parsed = JSON.parse(json, (key, value: unknown) => (key === "stackTrace" ? "" : value));
  return JSON.stringify(parsed, null, 2).replaceAll(/\b\d+@[\w.-]+/g, "recorder");
}
