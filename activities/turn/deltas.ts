/** Writes a turn's text into the log while it is spoken: what comes first at once, the rest at an interval. */
import { setTimeout as sleep } from "node:timers/promises";

const INTERVAL_MS = 100;
/** A busy store gets fewer and longer deltas, so that first words do not queue behind later ones: pause to write. */
const PAUSE = 4;
const LONGEST_MS = 1_000;
/** The first delta waits until nothing has come for a moment, so what comes at once is one delta. */
const TOGETHER = { quietMs: 2, longestMs: 20 };

/** `write` puts one delta into the log; a failed write keeps its text for the next, and so does one that says what is void. */
export function createDeltas(write: (text: string) => Promise<unknown>, intervalMs = INTERVAL_MS) {
  let waiting = "";
  let hasWritten = false;
  let voiding: (() => Promise<unknown>) | null = null;
  let writing: Promise<void> | null = null;
  let ended = false;
  let wake = () => {};
  /** When the first and the last text came; 0: none has. */
  let begunAt = 0;
  let heardAt = 0;

  /** Cut short at the end. */
  async function pause(ms: number): Promise<void> {
    const ending = new Promise<void>((resolve) => (wake = resolve));
    if (!ended) await Promise.race([sleep(ms, undefined, { ref: false }), ending]);
  }

  const isComing = () =>
    !ended && heardAt > performance.now() - TOGETHER.quietMs && heardAt < begunAt + TOGETHER.longestMs;

  async function gather(): Promise<void> {
    do await pause(TOGETHER.quietMs);
    while (isComing());
  }

  /** False: it could not be written, and comes before whatever is written next. */
  async function isVoidTold(): Promise<boolean> {
    const tell = voiding;
    voiding = null;
    try {
      await tell?.();
      return true;
    } catch {
      voiding ??= tell;
      return false;
    }
  }

  async function writeNow(): Promise<void> {
    if (!(await isVoidTold())) return;
    const text = waiting;
    waiting = "";
    if (text === "") return;
    hasWritten = true;
    await write(text).catch(() => {
      waiting = text + waiting;
    });
  }

  const isLeft = () => (waiting !== "" || voiding !== null) && !ended;

  async function drain(): Promise<void> {
    while (isLeft()) {
      const began = performance.now();
      await writeNow();
      await pause(Math.max(intervalMs, Math.min(LONGEST_MS, PAUSE * (performance.now() - began))));
    }
  }

  async function begin(): Promise<void> {
    if (begunAt === 0) {
      begunAt = heardAt;
      await gather();
    }
    await drain();
    writing = null;
  }

  async function rest(): Promise<string> {
    ended = true;
    wake();
    await writing;
    await isVoidTold();
    return waiting;
  }

  return {
    push(text: string): void {
      waiting += text;
      heardAt = performance.now();
      writing ??= begin();
    },
    /** What was pushed so far is void; `tell` says so in the log, where any of it is there. */
    void(tell: () => Promise<unknown>): void {
      waiting = "";
      if (!hasWritten) return;
      voiding = tell;
      writing ??= begin();
    },
    /** Writes what is left. */
    async end(): Promise<void> {
      if ((await rest()) !== "") await writeNow();
    },
    /** Writes no more; returns what is left. */
    rest,
  };
}
