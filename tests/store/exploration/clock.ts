/** Timers that go off whenever the scheduler says so, in place of Node's. */
import type { Step } from "./machine.ts";

let step: Step | null = null;

/** From now on all timers belong to this exploration; null: none may be set. */
export function tickWith(next: Step | null): void {
  step = next;
}

function elapse(): Promise<void> {
  // What is left of an exploration that is over never goes off.
  return step ? step("time") : new Promise(() => {});
}

/** `setTimeout` of `node:timers/promises`. */
export function sleep(_ms: number, _value?: unknown, options: { signal?: AbortSignal } = {}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  options.signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
  void elapse().then(resolve);
  return promise;
}

interface Timer {
  cleared: boolean;
}

export function setTimer(callback: () => void): Timer {
  const timer = { cleared: false };
  void goOff(timer, callback);
  return timer;
}

async function goOff(timer: Timer, callback: () => void): Promise<void> {
  await elapse();
  if (!timer.cleared) callback();
}

export function clearTimer(timer: Timer): void {
  timer.cleared = true;
}
