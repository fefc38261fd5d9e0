/** Asks `/healthz` again and again from a thread of its own, and keeps the longest that an answer took. */
import { get } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { lookAgain } from "../support/waits.ts";

const EVERY_MS = 20;
const GIVE_UP_MS = 30_000;

export interface Health {
  /** Milliseconds of the slowest answer since the last call; one that is still awaited counts up to now. */
  slowest(): Promise<number>;
  /** Milliseconds of each answer since the last call. */
  times(): Promise<number[]>;
  stop(): Promise<void>;
}

export function watchHealth(url: string): Health {
  const thread = new Worker(new URL(import.meta.url), { workerData: url });
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

if (!isMainThread) void ask(`${workerData as string}/healthz`);

async function ask(address: string): Promise<never> {
  let slowest = 0;
  let askedAt: number | null = null;
  let times: number[] = [];
  parentPort?.on("message", (name: "slowest" | "times") => {
    if (name === "times") {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      parentPort?.postMessage(times);
      times = [];
      return;
    }
    const awaited = askedAt === null ? 0 : performance.now() - askedAt;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(Math.max(slowest, awaited));
    slowest = 0;
  });
  for (;;) {
    askedAt = performance.now();
    await answerOf(address);
    const took = performance.now() - askedAt;
    slowest = Math.max(slowest, took);
    times.push(took);
    askedAt = null;
    await lookAgain(EVERY_MS);
  }
}

/** A server that is gone answers nothing; the run finds that out by itself. */
function answerOf(address: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const request = get(address, { timeout: GIVE_UP_MS }, (response) => response.resume().once("close", resolve));
  request.once("timeout", () => request.destroy()).once("error", () => resolve());
  return promise;
}
