/** Worlds for test files: on the run's Temporal server and with the run's bundle of the workflows, or played. */
import { afterAll, beforeEach, expect, inject } from "vitest";
import { startWorld, type World, type WorldOptions } from "./world.ts";

type OwnOptions = Omit<WorldOptions, "temporalAddress" | "codePath" | "played">;

declare module "vitest" {
  interface ProvidedContext {
    /** The worlds of files `*.played.test.ts` have no Temporal. */
    plays: boolean;
  }
}

/** Whether the file that is read or runs has no Temporal. */
export function isPlayed(): boolean {
  return inject("plays") && (expect.getState().testPath ?? "").endsWith(".played.test.ts");
}

/** The worlds of all files of this process that need no other: the played one, and the one on Temporal. They end with the process. */
const shared = new Map<boolean, Promise<World>>();

/**
 * A world for a file: this process's own, or with options one that is stopped after the file's tests. Each test begins
 * with an empty journal of the models.
 */
export async function useWorld(options?: OwnOptions): Promise<World> {
  const world = await (options ? openWorld(options) : sharedWorld());
  beforeEach(() => world.models.forget());
  afterAll(() => (options ? world.stop() : world.endDebates()));
  return world;
}

function sharedWorld(): Promise<World> {
  const world = shared.get(isPlayed()) ?? openWorld();
  shared.set(isPlayed(), world);
  return world;
}

/** A world of a test's own: `await using world = await openWorld({ … })`. */
export function openWorld(options: OwnOptions = {}): Promise<World> {
  if (isPlayed()) return startWorld({ ...options, temporalAddress: "", played: true });
  const temporalAddress = inject("temporalAddress");
  // These worlds bundle the workflows themselves.
  if (options.telemetry || options.codec) return startWorld({ ...options, temporalAddress });
  return startWorld({ ...options, temporalAddress, codePath: inject("workflowBundle") });
}
