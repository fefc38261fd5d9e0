/**
 * Tasks whose time or memory grows with a request, or that read bytes from outside, run in a process of their own: what ends
 * it ends nothing else, and other requests do not wait for it.
 */
import type { Owner } from "../base/owner.ts";
import type { BodyInput } from "../files/read/body.ts";
import type { FileRead } from "../files/read/read.ts";
import type { ImportInput, ImportRead } from "../imports/read.ts";
import type { PayloadsInput, PayloadsRead } from "../observe/read-payloads.ts";
import type { Composed, ReceiptInput } from "../receipts/compose.ts";
import type { ReportInput } from "../transcripts/render.ts";
import type { TaskDeps } from "./task-deps.ts";

/** Input and output of each task. Both go from one process to another, so large parts are bytes. */
export interface Tasks {
  composeReceipt: { input: ReceiptInput; output: Composed };
  readFile: { input: BodyInput; output: FileRead };
  readImport: { input: ImportInput; output: ImportRead };
  readPayloads: { input: PayloadsInput; output: PayloadsRead };
  renderTranscript: { input: ReportInput; output: Uint8Array<ArrayBuffer> };
}

export type TaskName = keyof Tasks;

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

/** A process loads a task's code at its first use. */
export const TASKS: { [K in TaskName]: () => Promise<Task<K>> } = {
  composeReceipt: async () => (await import("../receipts/compose.ts")).composeReceipt,
  readFile: async () => (await import("../files/read/read.ts")).readFile,
  readImport: async () => {
    const { readImport } = await import("../imports/read.ts");
    return async (input, { catalogue }) => readImport(input, { catalogue: await catalogue() });
  },
  readPayloads: async () => (await import("../observe/read-payloads.ts")).readPayloads,
  renderTranscript: async () => (await import("../transcripts/render.ts")).renderTranscript,
};
