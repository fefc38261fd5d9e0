/**
 * Processes for some of the API's tasks. Each runs one task at a time, and ends when idle, or with a task that exceeds its
 * time or memory. Libraries for such pools know threads, or processes without limits, and none watches memory.
 */

import type { Owner } from "../../api/base/owner.api-base.ts";
import type { TaskName, TaskRunner, Tasks } from "../../api/base/tasks.api-base.ts";
import { createAdmission, cutShort } from "../../api/places/admission.api.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Answer, ChildSettings, Order } from "./messages.task.ts";
import { type Runner, type RunnerLimits, startRunner } from "./runner.ts";

export interface LaneLimits extends RunnerLimits {
  /** Tasks at once, each in a process. */
  atOnce: number;
  /** Tasks of one tenant that may wait. */
  waiting: number;
  /** An idle process ends after this many milliseconds. */
  idleMs: number;
}

export interface Lane extends TaskRunner {
  /** Keeps one process ready from now on. Resolves when it is, or cannot be. */
  warm(): Promise<void>;
  /** Current number of processes. */
  size(): number;
  /** Ends all processes. Running and waiting tasks fail with `unavailable`. */
  stop(): Promise<void>;
}

/** Milliseconds that a task waits for a process. */
const LONGEST_WAIT_MS = 60_000;
/** A process may end between two tasks, such as when the machine's memory runs out. */
const TRIES = 2;

export function createLane(settings: ChildSettings, limits: LaneLimits): Lane {
  const admission = createAdmission({ atOnce: limits.atOnce, waiting: limits.waiting, waitMs: LONGEST_WAIT_MS });
  const stopping = new AbortController();
  const all = new Set<Runner>();
  const idle = new Map<Runner, NodeJS.Timeout | undefined>();
  let isWarm = false;

  const start = () => {
    const runner = startRunner(settings, limits);
    all.add(runner);
    let wasReady = false;
    runner.ready.then(() => (wasReady = true)).catch(() => {});
    const forget = async () => {
      await runner.gone;
      all.delete(runner);
      idle.delete(runner);
      // What does not start is tried again when it is needed.
      if (wasReady) keepOne();
    };
    void forget();
    return runner;
  };

  const keepOne = () => {
    if (!isWarm || all.size > 0 || stopping.signal.aborted) return;
    const runner = start();
    runner.hold(false);
    idle.set(runner, undefined);
  };

  const take = () => {
    const [[runner, timer] = []] = idle;
    if (!runner) return start();
    clearTimeout(timer);
    idle.delete(runner);
    runner.hold(true);
    return runner;
  };

  /** One that is kept ready is replaced too: it has the memory of what it did. */
  const giveBack = (runner: Runner) => {
    runner.hold(false);
    const end = () => {
      idle.delete(runner);
      void runner.end();
    };
    idle.set(runner, setTimeout(end, limits.idleMs).unref());
  };

  const carryOut = async <K extends TaskName>(order: Order<K>, ends: AbortSignal): Promise<Answer<K>> => {
    for (let n = 1; n <= TRIES; n++) {
      ends.throwIfAborted();
      const runner = take();
      const answer = await runner.carryOut(order, ends);
      if (answer && !("isSpoilt" in answer && answer.isSpoilt) && (await runner.isFit())) giveBack(runner);
      else await runner.end();
      if (answer) return answer;
    }
    throw new ParleyError("unavailable", "the work could not begin: repeat the request");
  };

  return {
    async run<K extends TaskName>(task: K, input: Tasks[K]["input"], signal?: AbortSignal, owner?: Owner) {
      const ends = signal ? AbortSignal.any([stopping.signal, signal]) : stopping.signal;
      const leave = await admission.enter(ends, owner);
      try {
        const answer = await carryOut({ task, input }, ends);
        if (ends.aborted) throw cutShort();
        return outputOf(answer);
      } catch (error) {
        throw ends.aborted ? cutShort() : error;
      } finally {
        leave();
      }
    },
    async warm() {
      isWarm = true;
      keepOne();
      await Promise.allSettled([...all].map(({ ready }) => ready));
    },
    size: () => all.size,
    async stop() {
      stopping.abort();
      await Promise.all([...all].map((runner) => runner.end()));
    },
  };
}

function outputOf<K extends TaskName>(answer: Answer<K>): Tasks[K]["output"] {
  if ("output" in answer) return answer.output;
  const { code, message, details } = answer.error;
  throw new ParleyError(code, message, details);
}
