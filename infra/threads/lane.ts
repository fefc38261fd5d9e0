/**
 * Threads for some of the API's tasks. Each starts on demand, runs one task at a time, and ends when idle or when a task
 * exceeds its time or memory. Pools from npm strand waiting tasks if no thread is left.
 */
import { on } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { createAdmission, cutShort } from "../../api/threads/admission.ts";
import type { TaskName, Tasks, Threads } from "../../api/threads/threads.ts";
import type { Catalogue } from "../../domain/catalogue/catalogue.ts";
import { ParleyError } from "../../domain/errors.ts";
import { wholeBuffers } from "./buffers.ts";
import type { Answer, ThreadData } from "./thread.ts";

export interface LaneLimits {
  threads: number;
  /** Tasks of one tenant that may wait. */
  waiting: number;
  /** Milliseconds per task, after its thread has loaded the code. */
  taskMs: number;
  /** An idle thread ends after this many milliseconds. */
  idleMs: number;
  /** Heap of one thread. Buffers are outside the heap. */
  heapMb: number;
  /** Heap and buffers of one thread while it runs a task. Missing: request sizes limit the buffers. */
  memoryMb?: number;
  /** A thread with more than this after a task ends, so that the memory goes back. Missing: it may keep all. */
  keptMb?: number;
  /** The bytes of an input are moved into the thread instead of copied; the caller has them no longer. */
  movesInput?: boolean;
}

/** Milliseconds between two looks at a thread's memory. A PDF's streams grow by less than 50 MB in that time. */
const LOOK_MS = 20;
/** Milliseconds that a task waits for a thread. */
const LONGEST_WAIT_MS = 60_000;
const MEGABYTE = 1024 * 1024;
/** Of the heap, for new values: V8 by itself takes more of it than a file needs. */
const YOUNG_MB = 32;

export interface Lane extends Threads {
  /** Current number of threads. */
  size(): number;
  /** Ends all threads. Running and waiting tasks fail with `unavailable`. */
  stop(): Promise<void>;
}

export function createLane(catalogue: Catalogue, limits: LaneLimits): Lane {
  const { threads, waiting, taskMs, idleMs, heapMb, memoryMb, keptMb, movesInput = false } = limits;
  const data = {
    defaultModel: catalogue.defaultModel(),
    defaultJudgeModel: catalogue.defaultJudgeModel(),
    servers: catalogue.servers(),
  };
  const admission = createAdmission({ atOnce: threads, waiting, waitMs: LONGEST_WAIT_MS });
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

  const giveBack = async (thread: Worker) => {
    if (keptMb !== undefined && (await megabytesOf(thread)) > keptMb) {
      await thread.terminate();
      return;
    }
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
    const look =
      memoryMb === undefined ? undefined : setInterval(() => void endIfLarge(thread, memoryMb, late), LOOK_MS);
    try {
      thread.postMessage({ task, input }, movesInput ? wholeBuffers(input) : []);
      // The first message reports the start.
      await said.next();
      deadline = setTimeout(() => late.abort(), taskMs);
      const { value } = await said.next();
      clearInterval(look);
      await giveBack(thread);
      return (value as [Answer<K>])[0];
    } catch (error) {
      await thread.terminate();
      throw late.signal.aborted || isOutOfMemory(error) ? tooCostly() : error;
    } finally {
      clearTimeout(deadline);
      clearInterval(look);
      await said.return?.();
    }
  };

  return {
    async run(task, input, signal, owner) {
      const ends = signal ? AbortSignal.any([stopping.signal, signal]) : stopping.signal;
      const leave = await admission.enter(ends, owner);
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
  const thread = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    env: {},
  });
  // The running task gets the error too; without a listener the process would end.
  thread.on("error", () => {});
  return thread;
}

async function endIfLarge(thread: Worker, memoryMb: number, late: AbortController): Promise<void> {
  if ((await megabytesOf(thread)) > memoryMb) late.abort();
}

/** Heap, with what is not collected yet, and buffers. V8 answers for a thread in the middle of a loop too. */
async function megabytesOf(thread: Worker): Promise<number> {
  // A thread that has just ended has no statistics.
  const statistics = await thread.getHeapStatistics().catch(() => null);
  if (!statistics) return 0;
  return (statistics.total_heap_size + statistics.external_memory) / MEGABYTE;
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
