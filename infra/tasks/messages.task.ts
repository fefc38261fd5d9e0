/** What a process for tasks and the one that started it say to each other. */
import type { TaskName, Tasks } from "../../api/base/tasks.api-base.ts";
import type { ParleyError } from "../../domain/base/errors.base.ts";

/** The first message to a process. Tasks do not depend on which providers have keys. */
export interface ChildSettings {
  defaultModel: string | null;
  defaultJudgeModel: string | null;
  servers: string[];
  /** It reads files and does nothing else, so it can give up more. */
  isForFiles: boolean;
}

export interface Order<K extends TaskName = TaskName> {
  task: K;
  input: Tasks[K]["input"];
}

export interface Failure {
  error: Pick<ParleyError, "code" | "message" | "details">;
  /** Something of the task may still run: the process must end. */
  isSpoilt: boolean;
}

export type Answer<K extends TaskName> = { output: Tasks[K]["output"] } | Failure;

/** `begins`: the code is loaded, and the input is about to be read. */
export type Said = "ready" | "begins" | "page" | Answer<TaskName>;

export function tooCostly(): Failure["error"] {
  const message = "what was sent, or what is asked for, takes more time or memory than one request may have";
  return { code: "too-costly", message, details: {} };
}
