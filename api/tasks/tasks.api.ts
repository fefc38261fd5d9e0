/** The code of each task, which a process loads at its first use. */
import type { Task, TaskName } from "../base/tasks.api-base.ts";

export const TASKS: { [K in TaskName]: () => Promise<Task<K>> } = {
  composeReceipt: async () => (await import("../../features/receipts/api/compose.api.ts")).composeReceipt,
  readFile: async () => (await import("../../features/files/api/read/read.upload.ts")).readFile,
  readImport: async () => (await import("../../features/imports/api/read.import.ts")).importTask,
  readPayloads: async () => (await import("../observe/read-payloads.ts")).readPayloads,
  renderTranscript: async () => (await import("../transcripts/render.transcript-api.ts")).renderTranscript,
};
