/** Worlds for test files: on the run's Temporal server and with the run's bundle of the workflows. */
import { afterAll, beforeEach, inject } from "vitest";
import { startWorld, type World, type WorldOptions } from "./world.ts";

type OwnOptions = Omit<WorldOptions, "temporalAddress" | "codePath">;

/** The world of all files of this process that need no other. It ends with the process. */
let shared: Promise<World> | undefined;

/**
 * A world for a file: this process's own, or with options one that is stopped after the file's tests. Each test begins
 * with an empty journal of the models.
 */
export async function useWorld(options?: OwnOptions): Promise<World> {
  const world = await (options ? openWorld(options) : (shared ??= openWorld()));
  beforeEach(() => world.models.forget());
  afterAll(() => (options ? world.stop() : endDebates(world)));
  return world;
}

/** So that no debate of one file calls the models of the next. */
async function endDebates({ client, taskQueue }: World): Promise<void> {
  const query = `TaskQueue = "${taskQueue}" AND ExecutionStatus = "Running"`;
  const running = await Array.fromAsync(client.workflow.list({ query }));
  // One may end by itself meanwhile.
  await Promise.allSettled(running.map(({ workflowId }) => client.workflow.getHandle(workflowId).terminate()));
}

/** A world of a test's own: `await using world = await openWorld({ … })`. */
export function openWorld(options: OwnOptions = {}): Promise<World> {
  const temporalAddress = inject("temporalAddress");
  // These worlds bundle the workflows themselves.
  if (options.telemetry || options.codec) return startWorld({ ...options, temporalAddress });
  return startWorld({ ...options, temporalAddress, codePath: inject("workflowBundle") });
}
