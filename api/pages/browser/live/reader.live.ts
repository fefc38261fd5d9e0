/** Reads the debate again after events: the log has the story, the debate its status and the legal commands. */
import { read } from "../base/api.page-base.ts";
import type { Debate } from "../base/wire.page-base.ts";

/** Events of this time cause one read. */
const GATHER_MS = 150;
/** The log can be ahead of the debate: after the last event, it is read again after these pauses. */
const STILL_MS = [1_000, 4_000];
/** A hidden page hears no events after a while, but must still call its owner. */
const HIDDEN_MS = 15_000;
/** Other judges rule when the log is already over. */
const RULING_MS = 2_000;

/** `onRead`: the debate has changed; also called at the first read. */
export function createReader(address: string, onRead: (now: Debate, before: Debate | undefined) => void) {
  let debate: Debate | undefined;
  let isReading = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let ruling: ReturnType<typeof setTimeout> | undefined;

  async function readNow() {
    const before = debate;
    debate = await read<Debate>(address);
    clearTimeout(ruling);
    const isRuling = debate.rejudgements?.some(({ status }) => status === "running");
    if (isRuling) ruling = setTimeout(() => readSoon([]), RULING_MS);
    if (JSON.stringify(before) !== JSON.stringify(debate)) onRead(debate, before);
  }

  function readSoon(pauses = STILL_MS) {
    if (isReading) return;
    isReading = true;
    clearTimeout(again);
    setTimeout(async () => {
      isReading = false;
      // After a failure, the next read, event or connection tries again.
      await readNow().catch(() => {});
      const [pause, ...rest] = pauses;
      clearTimeout(again);
      if (pause !== undefined) again = setTimeout(() => readSoon(rest), pause);
    }, GATHER_MS);
  }

  setInterval(() => {
    if (document.hidden && debate?.completedAt === null) readSoon([]);
  }, HIDDEN_MS);
  return { readNow, readSoon: () => readSoon() };
}
