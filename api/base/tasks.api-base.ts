/**
 * Tasks whose time or memory grows with a request, or that read bytes from outside, run in a process of their own: what ends
 * it ends nothing else, and other requests do not wait for it.
 */
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import type { Owner } from "./owner.api-base.ts";

/** Input and output of each task; what has one adds it: `declare module "…/base/tasks.api-base.ts" { interface Tasks { … } }`. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- others add to it
export interface Tasks {}

/** What a task may use beside its input. */
export interface TaskDeps {
  /** Loaded at its first use: few tasks need it. */
  catalogue: () => Promise<Catalogue>;
  /** A page of a file was read: more pages may take more time. */
  pageRead: () => void;
}

export type TaskName = keyof Tasks;

/** They parse what somebody uploads, so their process may open nothing. */
const FOREIGN: readonly string[] = ["readFile"];

export const isForeign = (task: string): boolean => FOREIGN.includes(task);

export interface TaskRunner {
  /**
   * Throws what the task throws, `too-costly` if it exceeds its time or memory or ends its process, and `unavailable` if too
   * many tasks wait or `signal` aborts. Tenants take turns; without an `owner` it is the server's own task.
   */
  run<K extends TaskName>(
    task: K,
    input: Tasks[K]["input"],
    signal?: AbortSignal,
    owner?: Owner,
  ): Promise<Tasks[K]["output"]>;
}

export type Task<K extends TaskName> = (
  input: Tasks[K]["input"],
  deps: TaskDeps,
) => Tasks[K]["output"] | Promise<Tasks[K]["output"]>;
