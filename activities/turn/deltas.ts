/** Writes a turn's text into the log while it is spoken: the first chunk at once, the others at an interval. */
import { setTimeout as sleep } from "node:timers/promises";

const INTERVAL_MS = 100;

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
      await write(text).catch(() => {
        waiting = text + waiting;
      });
      if (!ended)
        await Promise.race([
          sleep(intervalMs, undefined, { ref: false }),
          new Promise<void>((resolve) => (wake = resolve)),
        ]);
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
