import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const lines = (percent: number) => ({ lines: percent });

/** Tests that start no server: `npm test -- unit`. */
const UNIT = ["tests/domain/**/*.test.ts", "tests/**/*.unit.test.ts"];
/** It replaces timers, so it needs a process of its own. */
const APART = "tests/store/log-interleavings.test.ts";
/** Tests on a whole Parley in which `tests/support/played` stands for Temporal: they ask nothing of its durability. */
const PLAYED = "tests/**/*.played.test.ts";
/** With it they run on the real Temporal all the same. */
const isOnTemporal = process.env.ON_TEMPORAL === "1";
/** `npm run processes` runs them. */
const PROCESSES = "tests/**/*.processes.test.ts";

const SHARED = {
  pool: "forks" as const,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What is awaited comes; on a busy machine it comes late.
  expect: { poll: { timeout: 20_000 }, requireAssertions: true },
};
/** Properties are tried a tenth as often, but by `npm run nightly`. */
const quick = process.env.PROPERTIES !== "full";

export default defineConfig({
  test: {
    // Tests wait for servers more than they compute.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Files share a process and what it has loaded: to load it takes longer than most tests.
      {
        test: {
          ...SHARED,
          name: "unit",
          setupFiles: ["tests/support/cpu.ts", "tests/support/zod.ts"],
          include: UNIT,
          exclude: [PROCESSES],
          isolate: false,
          provide: { quick },
        },
      },
      {
        test: {
          ...SHARED,
          name: "stack",
          setupFiles: ["tests/support/cpu.ts", "tests/support/stack.ts"],
          include: ["tests/**/*.test.ts"],
          exclude: [...UNIT, APART, PLAYED, PROCESSES],
          isolate: false,
          provide: { played: false, quick },
          globalSetup: ["tests/support/global-setup.ts"],
        },
      },
      {
        test: {
          ...SHARED,
          name: "played",
          setupFiles: [
            ...(isOnTemporal ? [] : ["tests/support/played/globals.ts"]),
            "tests/support/cpu.ts",
            "tests/support/stack.ts",
          ],
          include: [PLAYED],
          isolate: false,
          provide: { played: !isOnTemporal, quick },
          globalSetup: isOnTemporal ? ["tests/support/global-setup.ts"] : [],
        },
      },
      { test: { ...SHARED, name: "apart", setupFiles: ["tests/support/cpu.ts"], include: [APART] } },
    ],
    // With `--coverage`, as in `.ci/run`: it takes a fifth more time.
    coverage: {
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
      exclude: [
        // Workflows run bundled in contexts of Temporal's worker threads. Vitest counts only files that its own thread loads,
        // so it cannot see them. Most of what they decide is in domain/interpret.ts and domain/{faults,budget}, which count.
        "workflows/**",
        // These run in other processes, where tests start them.
        "infra/{server,api,worker-main,main,banner,running}.ts",
        "infra/cli/{parley,host,mcp}.ts",
        "infra/cli/debate/debate.ts",
        "infra/mcp/**",
        "infra/lambda/{api,worker,parts,prepare,queue-work,spend-log,build,cold-start,zipped}.ts",
        "infra/fargate/workers.ts",
        "infra/cdk/{app,synth}.ts",
        "infra/local/{dynalite/child,temporal/sdk-download}.ts",
        // These run in browsers: `npm run browser`.
        "api/pages/browser/**",
      ],
      thresholds: {
        ...lines(85),
        "domain/{lifecycle,interpret,work}.ts": lines(95),
        "domain/protocols/**": lines(95),
        "domain/prompts/**": lines(90),
        "domain/context/**": lines(95),
        "domain/judging/**": lines(85),
        "{domain/faults/kinds,activities/failures,api/errors,store/faults}.ts": lines(90),
        "activities/models/**": lines(80),
      },
    },
  },
});
