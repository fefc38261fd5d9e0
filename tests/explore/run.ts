/**
 * Explores for longer than the tests do what may happen in any order: the log's algorithms, with writers that die, and
 * debates of every protocol, whose turns, assessments, late speakers, fallbacks, commands and faults dice put in order.
 *
 *     npm run explore                  10,500 orders of the log, and 525 requests of each protocol, each played 8 times
 *     npm run explore -- 200000 7      more of both, from another seed
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Orders of the log for each request. */
const PER_REQUEST = 20;

const [runs = "10500", seed = "20261121"] = process.argv.slice(2);
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const files = ["tests/store/log-interleavings.test.ts", "tests/domain/protocols/any-debate.test.ts"];
const requests = String(Math.ceil(Number(runs) / PER_REQUEST));
const { status } = spawnSync(process.execPath, [vitest, "run", ...files, "-t", "whatever"], {
  stdio: "inherit",
  env: { ...process.env, LOG_RUNS: runs, LOG_SEED: seed, DEBATE_RUNS: requests, PROPERTIES_SEED: seed },
});
process.exit(status ?? 1);
