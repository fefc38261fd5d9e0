/** Writes a turn's text into the log while it is spoken: the first chunk at once, the others at an interval. */
import { setTimeout as sleep } from "node:timers/promises";

const INTERVAL_MS = 100;
/** A busy store gets fewer and longer deltas, so that first words do not queue behind later ones: pause to write. */
const PAUSE = 4;
const LONGEST_MS = 1_000;

/** `write` puts one delta into the log; a failed write keeps its text for the next. */
export function createDeltas(write: (text: string) => Promise<unknown>, intervalMs = INTERVAL_MS) {
  let waiting = "";
  let writing: Promise<void> | null = null;
  let ended = false;
  let wake = () => {};

  async function drain(): Promise<void> {
    while (waiting !== "") {
      const text = waiting;
      waiting = "";
      const began = performance.now();
      await write(text).catch(() => {
        waiting = text + waiting;
      });
      const pause = Math.max(intervalMs, Math.min(LONGEST_MS, PAUSE * (performance.now() - began)));
      if (!ended)
        await Promise.race([sleep(pause, undefined, { ref: false }), new Promise<void>((resolve) => (wake = resolve))]);
      else if (waiting !== "") return;
    }
  }

  return {
    push(text: string): void {
      waiting += text;
      writing ??= drain().finally(() => {
        writing = null;
      });
    },
    /** Writes what is left. */
    async end(): Promise<void> {
      ended = true;
      wake();
      await writing;
      if (waiting !== "") await drain();
    },
  };
}
