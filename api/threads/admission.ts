/** Limits concurrent work, with a bounded queue in order. */
import { ParleyError } from "../../domain/errors.ts";

export interface Admission {
  /** Resolves to the function that releases the place. Throws `unavailable` if the queue is full or `signal` aborts. */
  enter(signal: AbortSignal): Promise<() => void>;
}

export function createAdmission({ atOnce, waiting }: { atOnce: number; waiting: number }): Admission {
  let free = atOnce;
  const queue = new Set<() => void>();

  const leave = () => {
    const [next] = queue;
    if (next) next();
    else free++;
  };

  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const end = (then: () => void) => () => {
        queue.delete(enter);
        signal.removeEventListener("abort", giveUp);
        then();
      };
      const enter = end(resolve);
      const giveUp = end(() => reject(cutShort()));
      queue.add(enter);
      signal.addEventListener("abort", giveUp);
    });

  return {
    async enter(signal) {
      if (signal.aborted) throw cutShort();
      if (free > 0) free--;
      else if (queue.size < waiting) await turn(signal);
      else throw new ParleyError("unavailable", "too much work waits here already: repeat the request later");
      return leave;
    },
  };
}

export function cutShort(): ParleyError {
  return new ParleyError("unavailable", "the work was cut short: repeat the request");
}
