/**
 * Threads for some of the API's tasks. Each starts on demand, runs one task at a time, and ends when idle or when a task
 * exceeds its time or memory. Pools from npm strand waiting tasks if no thread is left.
 */
import { on } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { TaskName, Tasks, Threads } from "../../api/threads/threads.ts";
import type { Catalogue } from "../../domain/catalogue/catalogue.ts";
import { ParleyError } from "../../domain/errors.ts";
import { createAdmission, cutShort } from "./admission.ts";
import type { Answer, ThreadData } from "./thread.ts";

export interface LaneLimits {
  threads: number;
  /** Tasks that may wait. */
  waiting: number;
  /** Milliseconds per task, after its thread has loaded the code. */
  taskMs: number;
  /** An idle thread ends after this many milliseconds. */
  idleMs: number;
  /** Heap of one thread. Buffers are outside the heap. */
  heapMb: number;
  /** Heap and buffers of one thread while it runs a task. Missing: request sizes limit the buffers. */
  memoryMb?: number;
}

/** Milliseconds between two looks at a thread's memory. A PDF's streams grow by less than 50 MB in that time. */
const LOOK_MS = 20;
const MEGABYTE = 1024 * 1024;

export interface Lane extends Threads {
  /** Current number of threads. */
  size(): number;
  /** Ends all threads. Running and waiting tasks fail with `unavailable`. */
  stop(): Promise<void>;
}

export function createLane(catalogue: Catalogue, limits: LaneLimits): Lane {
  const { threads, waiting, taskMs, idleMs, heapMb, memoryMb } = limits;
  const data = { defaultModel: catalogue.defaultModel(), defaultJudgeModel: catalogue.defaultJudgeModel() };
  const admission = createAdmission({ atOnce: threads, waiting });
  const stopping = new AbortController();
  const all = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();

  const start = () => {
    const thread = startThread(data, heapMb);
    all.add(thread);
    thread.once("exit", () => {
      all.delete(thread);
      idle.delete(thread);
    });
    return thread;
  };

  const take = () => {
    const [[thread, timer] = []] = idle;
    if (!thread) return start();
    clearTimeout(timer);
    idle.delete(thread);
    thread.ref();
    return thread;
  };

  const giveBack = (thread: Worker) => {
    thread.unref();
    const end = () => {
      idle.delete(thread);
      void thread.terminate();
    };
    idle.set(thread, setTimeout(end, idleMs).unref());
  };

  const carryOut = async <K extends TaskName>(task: K, input: Tasks[K]["input"], ends: AbortSignal) => {
    ends.throwIfAborted();
    const thread = take();
    const late = new AbortController();
    const said = on(thread, "message", { signal: AbortSignal.any([ends, late.signal]), close: ["exit"] });
    let deadline: NodeJS.Timeout | undefined;
    const look = memoryMb && setInterval(() => void endIfLarge(thread, memoryMb, late), LOOK_MS);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      thread.postMessage({ task, input });
      // The first message reports the start.
      await said.next();
      deadline = setTimeout(() => late.abort(), taskMs);
      const { value } = await said.next();
      giveBack(thread);
      return (value as [Answer<K>])[0];
    } catch (error) {
      await thread.terminate();
      throw late.signal.aborted || isOutOfMemory(error) ? tooCostly() : error;
    } finally {
      clearTimeout(deadline);
      if (look) clearInterval(look);
      await said.return?.();
    }
  };

  return {
    async run(task, input, signal) {
      const ends = signal ? AbortSignal.any([stopping.signal, signal]) : stopping.signal;
      const leave = await admission.enter(ends);
      try {
        return outputOf(await carryOut(task, input, ends));
      } catch (error) {
        throw ends.aborted ? cutShort() : error;
      } finally {
        leave();
      }
    },
    size: () => all.size,
    async stop() {
      stopping.abort();
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}

function startThread(data: ThreadData, heapMb: number): Worker {
  // Beside this file: as source, as built, and in a package.
  const file = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);
  // Tasks need neither settings nor secrets.
  const thread = new Worker(file, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: heapMb }, env: {} });
  // The running task gets the error too; without a listener the process would end.
  thread.on("error", () => {});
  return thread;
}

/** V8 answers for a thread in the middle of a loop too. */
async function endIfLarge(thread: Worker, memoryMb: number, late: AbortController): Promise<void> {
  // A thread that has just ended has no statistics.
  const statistics = await thread.getHeapStatistics().catch(() => null);
  if (!statistics) return;
  const { used_heap_size: heap, external_memory: buffers } = statistics;
  if (heap + buffers > memoryMb * MEGABYTE) late.abort();
}

function outputOf<K extends TaskName>(answer: Answer<K>): Tasks[K]["output"] {
  if ("output" in answer) return answer.output;
  const { code, message, details } = answer.error;
  throw new ParleyError(code, message, details);
}

function tooCostly(): ParleyError {
  return new ParleyError(
    "too-costly",
    "what was sent, or what is asked for, takes more time or memory than one request may have",
  );
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY";
}
