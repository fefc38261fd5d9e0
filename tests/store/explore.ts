/** Explores the log's algorithms for longer than the tests do: `npm run explore [-- runs seed]`. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const [runs = "10500", seed = "20261121"] = process.argv.slice(2);
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "tests/store/log-interleavings.test.ts", "-t", "whatever the order"],
  { stdio: "inherit", env: { ...process.env, LOG_RUNS: runs, LOG_SEED: seed } },
);
process.exit(status ?? 1);
