/** Limits concurrent work, with bounded queues in order. */
import { ParleyError } from "../../domain/errors.ts";

export interface Admission {
  /**
   * Resolves to the function that releases the place. Owners of waiting work take turns. Throws `unavailable` if `signal`
   * aborts. If the owner's queue is full, or `signal` times out, the error says after how many seconds to come back.
   */
  enter(signal: AbortSignal, owner?: string): Promise<() => void>;
}

interface Queue {
  waiting: Set<() => void>;
  /** When the last one that was refused is to come back. Milliseconds. */
  returnsAt: number;
}

/** Milliseconds of one piece of work, until the first ones have been measured. */
const USUAL_MS = 1_000;
/** Of the measured mean that each new piece replaces. */
const SHARE = 0.05;
const LONGEST_RETURN_MS = 120_000;

/** `waiting`: of one owner, at most. */
export function createAdmission({ atOnce, waiting }: { atOnce: number; waiting: number }): Admission {
  let free = atOnce;
  /** None is empty. The first one is the next to get a place. */
  const queues = new Map<string, Queue>();
  let meanMs = USUAL_MS;

  const leave = () => {
    const [[owner, queue] = []] = queues;
    if (owner === undefined || !queue) {
      free++;
      return;
    }
    queues.delete(owner);
    queues.set(owner, queue);
    const [next] = queue.waiting;
    next?.();
  };

  /** Refused ones come back one after the other, as places become free, and not all at once. */
  const refusal = (queue: Queue) => {
    const now = performance.now();
    const eachMs = (meanMs / atOnce) * Math.max(1, queues.size);
    const next = Math.max(queue.returnsAt, now + eachMs * waiting) + eachMs;
    queue.returnsAt = Math.min(next, now + LONGEST_RETURN_MS);
    const retryAfter = Math.ceil((queue.returnsAt - now) / 1000);
    return new ParleyError("unavailable", "too much work waits here already: repeat the request later", { retryAfter });
  };

  const turn = (signal: AbortSignal, owner: string, queue: Queue) =>
    new Promise<void>((resolve, reject) => {
      const end = (then: () => void) => () => {
        queue.waiting.delete(enter);
        if (queue.waiting.size === 0) queues.delete(owner);
        signal.removeEventListener("abort", giveUp);
        then();
      };
      const enter = end(resolve);
      const giveUp = end(() => reject(isTimeout(signal) ? refusal(queue) : cutShort()));
      queue.waiting.add(enter);
      queues.set(owner, queue);
      signal.addEventListener("abort", giveUp);
    });

  return {
    async enter(signal, owner = "") {
      if (signal.aborted) throw cutShort();
      const queue = queues.get(owner) ?? { waiting: new Set(), returnsAt: 0 };
      if (free > 0) free--;
      else if (queue.waiting.size < waiting) await turn(signal, owner, queue);
      else throw refusal(queue);
      const enteredAt = performance.now();
      return () => {
        // Only what had others behind it says how fast places become free.
        if (queues.size > 0) meanMs += (performance.now() - enteredAt - meanMs) * SHARE;
        leave();
      };
    },
  };
}

function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

export function cutShort(): ParleyError {
  return new ParleyError("unavailable", "the work was cut short: repeat the request");
}
