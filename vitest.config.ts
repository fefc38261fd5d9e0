import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { keepCompiled } from "./tests/support/compile-cache.ts";

keepCompiled();

const lines = (percent: number) => ({ lines: percent });

/** Tests that start no server: `npm test -- unit`. */
const UNIT = ["tests/domain/**/*.test.ts", "tests/**/*.unit.test.ts"];
/** It replaces timers, so it needs a process of its own. */
const APART = "tests/store/log-interleavings.test.ts";
/** Tests on a whole Parley in which `tests/support/played` stands for Temporal: they ask nothing of its durability. */
const PLAYED = "tests/**/*.played.test.ts";
/** Tests that need the real Temporal: `npm run durable` runs them, and on it the played ones too. */
const DURABLE = "tests/**/*.durable.test.ts";
/** `npm run processes` runs them. */
const PROCESSES = "tests/**/*.processes.test.ts";

const SHARED = {
  // Files are imported as the product is: by Node itself.
  experimental: { viteModuleRunner: false },
  pool: "forks" as const,
  // What a debate leaves dies young: a tenth less CPU time than with the usual 16.
  execArgv: ["--max-semi-space-size=64"],
  testTimeout: 60_000,
  // One hook plays a debate of every kind.
  hookTimeout: 240_000,
  // What is awaited comes; on a busy machine it comes late.
  expect: { poll: { timeout: 50_000 }, requireAssertions: true },
};
/** Properties are tried a tenth as often, but by `npm run nightly`. */
const quick = process.env.PROPERTIES !== "full";
/** Setup of every project. */
const EVERYWHERE = [
  "tests/support/cpu.ts",
  "tests/support/seed.ts",
  ...(process.env.MUTANTS_TRACE ? ["tests/mutants/trace.ts"] : []),
];

const unit = {
  test: {
    ...SHARED,
    name: "unit",
    setupFiles: [...EVERYWHERE, "tests/support/zod.ts"],
    include: UNIT,
    exclude: [PROCESSES],
    // Few of them are long, and none should be the last that everybody waits for.
    sequence: { groupOrder: 1 },
    isolate: false,
    provide: { quick },
  },
};
const apart = {
  test: { ...SHARED, name: "apart", setupFiles: EVERYWHERE, include: [APART], sequence: { groupOrder: 1 } },
};

/** Files share a process and what it has loaded: to load it takes longer than most tests. */
const onStack = (name: string, own: { include: string[]; exclude?: string[]; plays: boolean; temporal: boolean }) => ({
  test: {
    ...SHARED,
    name,
    include: own.include,
    exclude: own.exclude ?? [],
    setupFiles: ["tests/support/played/globals.ts", ...EVERYWHERE, "tests/support/stack.ts"],
    isolate: false,
    sequence: { groupOrder: 1 },
    provide: { plays: own.plays, quick },
    globalSetup: own.temporal ? ["tests/support/global-setup.ts"] : [],
  },
});
const AFTER = [...UNIT, APART, DURABLE, PROCESSES];
const stack = onStack("stack", { include: ["tests/**/*.test.ts"], exclude: AFTER, plays: true, temporal: true });

/** `--mode durable`: `npm run durable`. `--mode played`: what starts no Temporal, for a first look at a change. */
const PROJECTS: Record<string, object[]> = {
  test: [unit, stack, apart],
  durable: [onStack("durable", { include: [DURABLE, PLAYED], plays: false, temporal: true })],
  played: [unit, onStack("played", { include: [PLAYED], plays: true, temporal: false })],
};

export default defineConfig(({ mode }) => ({
  test: {
    // Tests wait for servers about as long as they compute. A process more takes ten seconds of CPU time to load the product.
    maxWorkers: availableParallelism() + 1,
    projects: PROJECTS[mode] ?? PROJECTS["test"],
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
        "features/**/*.ts",
        "infra/**/*.ts",
      ],
      exclude: [
        // Workflows run bundled in contexts of Temporal's worker threads. Vitest counts only files that its own thread loads,
        // so it cannot see them. Most of what they decide is in domain/play/interpret.ts and domain/{faults,budget}, which count.
        "workflows/**",
        // These run in other processes, where tests start them.
        "infra/{server,api,worker-main,worker-beside,main,running}.ts",
        "infra/cli/parley.command.ts",
        "infra/cli/base/host.cli.ts",
        "infra/cli/debate/debate.debate-command.ts",
        "features/mcp/infra/**",
        "infra/lambda/{api.lambda,worker.lambda,parts.lambda,prepare,queue-work,spend-log,build.lambda,cold-start,zipped}.ts",
        "infra/fargate/workers.ts",
        "infra/cdk/{app.cdk,synth}.ts",
        "infra/local/{base/python-index,dynalite/child.dynalite,temporal/sdk-download}.ts",
        // These run in browsers: `npm run browser`.
        "api/pages/browser/**",
        "features/*/pages/**",
      ],
      thresholds: {
        ...lines(85),
        "domain/{shapes/lifecycle.shape,play/interpret,base/work}.ts": lines(95),
        "domain/rules/protocols/**": lines(95),
        "domain/prompts/**": lines(90),
        "domain/{shapes,rules,play}/context/**": lines(95),
        "domain/judge/**": lines(85),
        "{domain/shapes/faults/kinds.shape,activities/base/failures,api/base/errors.api-base,store/base/faults.store}.ts":
          lines(90),
        "activities/models/**": lines(80),
      },
    },
  },
}));
