/** The code of each task, which a process loads at its first use. */
import type { Task, TaskName } from "../base/tasks.api-base.ts";

interface TaskCode<K extends TaskName> {
  load: () => Promise<Task<K>>;
  /** It parses what somebody uploads, so its process may open nothing. */
  isForeign?: true;
}

const own = <T>(load: () => Promise<T>) => ({ load });
const foreign = <T>(load: () => Promise<T>) => ({ load, isForeign: true as const });

export const TASKS: { [K in TaskName]: TaskCode<K> } = {
  composeReceipt: own(async () => (await import("../../features/receipts/api/compose.api.ts")).composeReceipt),
  readFile: foreign(async () => (await import("../../features/files/api/read/read.upload.ts")).readFile),
  readImport: own(async () => (await import("../../features/imports/api/read.import.ts")).importTask),
  readPayloads: own(async () => (await import("../observe/read-payloads.ts")).readPayloads),
  renderTranscript: own(async () => (await import("../transcripts/render.transcript-api.ts")).renderTranscript),
};

export const isForeign = (task: TaskName): boolean => TASKS[task].isForeign === true;
