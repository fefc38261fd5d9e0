/** Tasks whose time or memory grows with a request run in a thread, so that other requests do not wait for them. */
import type { Owner } from "../access/owner.ts";
import type { BodyInput } from "../files/read/body.ts";
import type { FileRead } from "../files/read/read.ts";
import type { ImportInput, ImportRead } from "../imports/read.ts";
import type { PayloadsInput, PayloadsRead } from "../observe/read-payloads.ts";
import type { Composed, ReceiptInput } from "../receipts/compose.ts";
import type { ReportInput } from "../transcripts/render.ts";
import type { TaskDeps } from "./task-deps.ts";

/**
 * Input and output of each task. Both are copied between threads, so large parts are bytes. Bytes of an output are moved;
 * those of a file that comes in too, so its caller has them no longer.
 */
export interface Tasks {
  composeReceipt: { input: ReceiptInput; output: Composed };
  readFile: { input: BodyInput; output: FileRead };
  readImport: { input: ImportInput; output: ImportRead };
  readPayloads: { input: PayloadsInput; output: PayloadsRead };
  renderTranscript: { input: ReportInput; output: Uint8Array<ArrayBuffer> };
}

export type TaskName = keyof Tasks;

export interface Threads {
  /**
   * Throws what the task throws, `too-costly` if it exceeds its time or memory, and `unavailable` if too many tasks wait
   * or `signal` aborts. Tenants take turns; without an `owner` it is the server's own task.
   */
  run<K extends TaskName>(
    task: K,
    input: Tasks[K]["input"],
    signal?: AbortSignal,
    owner?: Owner,
  ): Promise<Tasks[K]["output"]>;
}

type Task<K extends TaskName> = (
  input: Tasks[K]["input"],
  deps: TaskDeps,
) => Tasks[K]["output"] | Promise<Tasks[K]["output"]>;

/** A thread loads a task's code at its first use. */
export const TASKS: { [K in TaskName]: () => Promise<Task<K>> } = {
  composeReceipt: async () => (await import("../receipts/compose.ts")).composeReceipt,
  readFile: async () => (await import("../files/read/read.ts")).readFile,
  readImport: async () => (await import("../imports/read.ts")).readImport,
  readPayloads: async () => (await import("../observe/read-payloads.ts")).readPayloads,
  renderTranscript: async () => (await import("../transcripts/render.ts")).renderTranscript,
};
