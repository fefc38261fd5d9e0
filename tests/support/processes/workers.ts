/** The workers of a world in a process of their own, which a test replaces or kills. */
import { once } from "node:events";
import { inject } from "vitest";
import type { World } from "../world.ts";
import { isAlive, killProgram, startProgram } from "./program.ts";

/** `more`: settings of the program beside the world's. */
export async function startWorkers({ models, table, taskQueue, temporalAddress }: World, more: object = {}) {
  const own = { table, taskQueue, temporalAddress, providers: models.providers, bundle: inject("workflowBundle") };
  const settings = { ...own, ...more };
  const start = () => startProgram({ name: "worker", settings });
  let { child } = await start();
  return {
    /** Another process takes its place. SIGTERM lets it end what it does. */
    async renew(by: "SIGTERM" | "SIGKILL"): Promise<void> {
      const gone = once(child, "exit");
      if (isAlive(child)) child.kill(by);
      await gone;
      ({ child } = await start());
    },
    stop: () => killProgram(child),
  };
}
