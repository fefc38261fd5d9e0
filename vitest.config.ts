import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Percent of lines, as §4.6 of the specification asks for. */
const lines = (percent: number) => ({ lines: percent });

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    pool: "forks",
    // Tests wait for servers more than they compute.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ["tests/support/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is awaited comes; on a busy machine it comes late.
    expect: { poll: { timeout: 20_000 } },
    coverage: {
      enabled: true,
      provider: "v8",
      reporter: ["text-summary", "json-summary"],
      include: [
        "domain/**/*.ts",
        "workflows/**/*.ts",
        "activities/**/*.ts",
        "store/**/*.ts",
        "api/**/*.ts",
        "infra/**/*.ts",
      ],
      // What runs in other processes or in the workflow sandbox is tested there, out of the counter's sight.
      exclude: [
        "workflows/**",
        "infra/{server,api,worker-main,main,banner,running}.ts",
        "infra/cli/{parley,debate,host,mcp}.ts",
        "infra/mcp/**",
        "infra/lambda/{api,worker,parts,prepare,queue-work,spend-log,build,cold-start,zipped}.ts",
        "infra/fargate/workers.ts",
        "infra/cdk/{app,synth}.ts",
        "infra/local/{dynalite-child,sdk-download}.ts",
      ],
      thresholds: {
        ...lines(85),
        "domain/lifecycle.ts": lines(95),
        "domain/protocols/**": lines(95),
        "domain/prompts/**": lines(90),
        "domain/judging/**": lines(85),
        "{domain/faults,activities/failures,api/errors,store/faults}.ts": lines(90),
        "activities/models/**": lines(80),
      },
    },
  },
});
