/**
 * Before anything imports `@temporalio/workflow`: what the SDK's sandbox gives it. Its runtime of a workflow is then whichever
 * the code that runs belongs to.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Activator } from "@temporalio/workflow/lib/internals.js";

const KEY = Symbol.for("parley.played.runtime");
type Runtime = AsyncLocalStorage<Activator>;
/** One for the process: Vitest loads this file again before each file of tests. */
const runtime: Runtime = ((globalThis as { [KEY]?: Runtime })[KEY] ??= new AsyncLocalStorage());

Object.assign(globalThis, { AsyncLocalStorage });
Object.defineProperty(globalThis, "__TEMPORAL_ACTIVATOR__", { configurable: true, get: () => runtime.getStore() });

/** Runs a step of the SDK in the runtime of a workflow. */
export function within<T>(activator: Activator, step: () => T): T {
  return runtime.run(activator, step);
}
