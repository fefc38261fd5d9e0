/** A2A 1.0 as it is sent: JSON, whose fields have the names of the protocol. */

export type TaskState =
  | "TASK_STATE_SUBMITTED"
  | "TASK_STATE_WORKING"
  | "TASK_STATE_INPUT_REQUIRED"
  | "TASK_STATE_COMPLETED"
  | "TASK_STATE_CANCELED"
  | "TASK_STATE_FAILED";

export interface Part {
  text?: string;
  data?: unknown;
  mediaType?: string;
}

export interface Message {
  messageId: string;
  taskId: string;
  contextId: string;
  role: "ROLE_AGENT";
  parts: Part[];
}

export interface TaskStatus {
  state: TaskState;
  /** ISO 8601. */
  timestamp: string;
  message?: Message;
}

export interface Artifact {
  artifactId: string;
  name: string;
  parts: Part[];
}

export interface Task {
  id: string;
  contextId: string;
  status: TaskStatus;
  artifacts: Artifact[];
}

/** Of every update of a task. */
export interface Ids {
  taskId: string;
  contextId: string;
}

/** One event of a stream. `append` puts the parts behind those of the same artifact; without it they take their place. */
export type StreamResponse =
  | { task: Task }
  | { statusUpdate: Ids & { status: TaskStatus } }
  | { artifactUpdate: Ids & { artifact: Artifact; append: boolean; lastChunk: boolean } };
