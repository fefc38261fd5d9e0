/**
 * Asks `/healthz` again and again from a thread of its own, and keeps the longest that an answer took. While other programs have
 * the cores, neither the server's main thread nor this one is slow: where Linux tells how long they waited for a core, that
 * does not count.
 */
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { lookAgain } from "../support/waits.ts";

const EVERY_MS = 20;
const GIVE_UP_MS = 30_000;

export interface Health {
  /** Milliseconds of the slowest answer since the last call, as for `times`; one that is still awaited counts up to now. */
  slowest(): Promise<number>;
  /** Milliseconds of each answer since the last call, without the time in which a thread waited for a core. */
  times(): Promise<number[]>;
  stop(): Promise<void>;
}

interface Watched {
  url: string;
  /** Of the server's process. */
  pid: number;
}

export function watchHealth({ url, pid }: Watched): Health {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, pid } satisfies Watched });
  let last: Promise<unknown> = Promise.resolve();
  /** One question after the other: answers say not what they answer. */
  const question = <T>(name: "slowest" | "times"): Promise<T> => {
    const answer = last.then(() => {
      const { promise, resolve } = Promise.withResolvers<T>();
      thread.once("message", resolve);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(name);
      return promise;
    });
    last = answer;
    return answer;
  };
  return {
    slowest: () => question<number>("slowest"),
    times: () => question<number[]>("times"),
    stop: async () => void (await thread.terminate()),
  };
}

if (!isMainThread) void ask(workerData as Watched);

interface Moment {
  at: number;
  /** How long the server's main thread and this one have waited for a core, in their whole lives. */
  waited: [number, number];
}

async function ask({ url, pid }: Watched): Promise<never> {
  const now = (): Moment => ({
    at: performance.now(),
    waited: [waitedMs(`/proc/${pid}/task/${pid}`), waitedMs("/proc/thread-self")],
  });
  let slowest = 0;
  let askedAt: Moment | null = null;
  let times: number[] = [];
  parentPort?.on("message", (name: "slowest" | "times") => {
    if (name === "times") {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      parentPort?.postMessage(times);
      times = [];
      return;
    }
    const awaited = askedAt === null ? 0 : between(askedAt, now());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(Math.max(slowest, awaited));
    slowest = 0;
  });
  for (;;) {
    askedAt = now();
    await answerOf(`${url}/healthz`);
    const took = between(askedAt, now());
    slowest = Math.max(slowest, took);
    times.push(took);
    askedAt = null;
    await lookAgain(EVERY_MS);
  }
}

/** Milliseconds without the longer of the two waits: both may have waited at once. A thread that has ended has not waited. */
function between(from: Moment, to: Moment): number {
  const waits = to.waited.map((waited, n) => waited - (from.waited[n] ?? 0));
  return to.at - from.at - Math.max(0, ...waits);
}

/** How long a thread has been ready to run without a core, in its whole life: the second number of `schedstat`, nanoseconds. */
function waitedMs(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** A server that is gone answers nothing; the run finds that out by itself. */
function answerOf(address: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const request = get(address, { timeout: GIVE_UP_MS }, (response) => response.resume().once("close", resolve));
  request.once("timeout", () => request.destroy()).once("error", () => resolve());
  return promise;
}
