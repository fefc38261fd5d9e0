/** Runs in a thread: executes the API's tasks in order. */
import { parentPort, workerData } from "node:worker_threads";
import { createCatalogue } from "../../activities/models/catalogue.ts";
import { type TaskDeps } from "../../api/threads/task-deps.ts";
import { TASKS, type TaskName, type Tasks } from "../../api/threads/threads.ts";
import { ParleyError } from "../../domain/errors.ts";
import { wholeBuffers } from "./buffers.ts";

/** Tasks do not depend on which providers have keys. */
export interface ThreadData {
  defaultModel: string | null;
  defaultJudgeModel: string | null;
  servers: string[];
}

interface Order<K extends TaskName> {
  task: K;
  input: Tasks[K]["input"];
}

export type Answer<K extends TaskName> =
  | { output: Tasks[K]["output"] }
  | { error: Pick<ParleyError, "code" | "message" | "details"> };

const deps: TaskDeps = { catalogue: createCatalogue({ providers: {}, ...(workerData as ThreadData) }) };

parentPort?.on("message", (order: Order<TaskName>) => {
  void carryOut(order).then(say);
});

function say(message: "begins" | Answer<TaskName>): void {
  const isOutput = typeof message === "object" && "output" in message;
  parentPort?.postMessage(message, isOutput ? wholeBuffers(bytesIn(message.output)) : []);
}

/** An output is bytes, or has some among its fields. */
function bytesIn(output: Tasks[TaskName]["output"]): object {
  return output instanceof Uint8Array ? { output } : output;
}

async function carryOut<K extends TaskName>({ task, input }: Order<K>): Promise<Answer<K>> {
  try {
    const work = await TASKS[task]();
    say("begins");
    return { output: await work(input, deps) };
  } catch (error) {
    if (error instanceof ParleyError)
      return { error: { code: error.code, message: error.message, details: error.details } };
    // For example a stack overflow on deep input. The message may repeat user input.
    return { error: { code: "internal", message: `${task} failed: ${(error as Error).name}`, details: {} } };
  }
}
