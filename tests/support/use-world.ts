/** Worlds for test files: on the run's Temporal server and with the run's bundle of the workflows, or played. */
import { afterAll, beforeEach, inject } from "vitest";
import { startWorld, type World, type WorldOptions } from "./world.ts";

type OwnOptions = Omit<WorldOptions, "temporalAddress" | "codePath" | "played">;

declare module "vitest" {
  interface ProvidedContext {
    /** Worlds have no Temporal: files `*.played.test.ts`. */
    played: boolean;
  }
}

/** The world of all files of this process that need no other. It ends with the process. */
let shared: Promise<World> | undefined;

/**
 * A world for a file: this process's own, or with options one that is stopped after the file's tests. Each test begins
 * with an empty journal of the models.
 */
export async function useWorld(options?: OwnOptions): Promise<World> {
  const world = await (options ? openWorld(options) : (shared ??= openWorld()));
  beforeEach(() => world.models.forget());
  afterAll(() => (options ? world.stop() : world.endDebates()));
  return world;
}

/** A world of a test's own: `await using world = await openWorld({ … })`. */
export function openWorld(options: OwnOptions = {}): Promise<World> {
  if (inject("played")) return startWorld({ ...options, temporalAddress: "", played: true });
  const temporalAddress = inject("temporalAddress");
  // These worlds bundle the workflows themselves.
  if (options.telemetry || options.codec) return startWorld({ ...options, temporalAddress });
  return startWorld({ ...options, temporalAddress, codePath: inject("workflowBundle") });
}
