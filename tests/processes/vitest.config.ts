/**
 * `npm run processes`: tests that start, kill or replace whole processes or need one of their own, and others that are slow
 * by nature. `npm test` leaves them out.
 */
import { defineConfig } from "vitest/config";
import { keepCompiled } from "../support/compile-cache.ts";
import { LongestFirst } from "../support/longest-first.ts";

keepCompiled();

export default defineConfig({
  test: {
    include: ["tests/**/*.processes.test.ts"],
    setupFiles: ["tests/support/cpu.ts"],
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    experimental: { viteModuleRunner: false },
    // They start many processes and measure time.
    maxWorkers: 3,
    globalSetup: ["tests/support/global-setup.ts"],
    // Only what hangs takes so long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What is awaited comes; on a busy machine it comes late.
    expect: { poll: { timeout: 120_000 }, requireAssertions: true },
  },
});
