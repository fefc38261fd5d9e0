/** The pages in Debian's Chromium, on the whole stack: `npm run browser`. Two files at a time: half of their time they wait for pages. */
import { defineConfig } from "vitest/config";
import { keepCompiled } from "../support/compile-cache.ts";

keepCompiled();

export default defineConfig({
  test: {
    include: ["tests/browser/**/*.spec.ts"],
    setupFiles: ["tests/support/cpu.ts"],
    pool: "forks",
    maxWorkers: 2,
    isolate: false,
    globalSetup: ["tests/support/global-setup.ts", "tests/browser/install-chromium.ts"],
    // Only what hangs takes so long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What is awaited comes; on a busy machine it comes late.
    expect: { poll: { timeout: 120_000 } },
  },
});
