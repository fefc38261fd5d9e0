/** A writer writes its batches one after the other, again and again until each was acknowledged, whoever dies. */
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { AppendResult, KeyedEvent } from "../../../store/port/log.port.ts";
import type { Machine, Step } from "./machine.ts";
import { type Batch, keyed, type WriterPlan } from "./plan.ts";

/** An append that reported success. */
export interface Acknowledged {
  keys: string[];
  result: AppendResult;
}

export interface WriterInput {
  name: string;
  debate: DebateKey;
  plan: WriterPlan;
  step: Step;
  /** Another process that takes over. */
  start(): Machine;
  onAcknowledged(acknowledged: Acknowledged): void;
}

export interface Writer {
  machine(): Machine;
  /** Writes all it has to write; tells which attempt at its turn was the last. */
  write(): Promise<number>;
}

export function createWriter(input: WriterInput): Writer {
  const { name, debate, plan, step } = input;
  let current: Machine | null = null;

  function machine(): Machine {
    if (!current || current.isDead()) current = input.start();
    return current;
  }

  /** The head, or null when the process failed to do it or is not waited for any more. */
  async function attempt(at: Machine, batch: Batch, since: number): Promise<number | null> {
    const appended = at.log.append({ debate, since, events: batch.events }).then((result) => {
      input.onAcknowledged({ keys: batch.events.map((event) => event.key), result });
      return result.head;
    });
    const refused = () => step(`${name} is refused`).then(() => null);
    return Promise.race([appended.catch(refused), at.died.then(() => null), impatience(batch)]);
  }

  async function impatience({ patience, elsewhere }: Batch): Promise<null> {
    if (patience === null) return new Promise(() => {});
    for (let n = 0; n < patience; n++) await step(`${name} waits`);
    if (elsewhere) current = null;
    return null;
  }

  async function writeBatches(): Promise<void> {
    let since = 0;
    for (const batch of plan.batches) {
      const from = batch.shared ? 0 : Math.max(0, since - batch.lower);
      let head = await attempt(machine(), batch, from);
      // Patient the second time, so that there is an end to it.
      while (head === null) head = await attempt(machine(), { ...batch, patience: null }, from);
      since = head;
    }
  }

  /** True when this attempt at the turn was made to its end by one process. */
  async function takeTurn(events: KeyedEvent[], patience: number | null): Promise<boolean> {
    const at = machine();
    for (const event of events) {
      const batch = { events: [event], shared: true, lower: 0, patience, elsewhere: true };
      for (let head: number | null = null; head === null; ) {
        if (current !== at || at.isDead()) return false;
        head = await attempt(at, batch, 0);
      }
    }
    return true;
  }

  async function writeTurn(): Promise<number> {
    for (let n = 1; ; n++) {
      const events = turnOf({ name, attempt: n, events: plan.turn });
      if (await takeTurn(events, n === 1 ? plan.patience : null)) return n;
    }
  }

  return {
    machine,
    async write() {
      const [, last] = await Promise.all([writeBatches(), writeTurn()]);
      return last;
    },
  };
}

export function turnOf({ name, attempt, events }: { name: string; attempt: number; events: number }): KeyedEvent[] {
  return Array.from({ length: events }, (_, n) => keyed(`turn-${name}/${attempt}/${n + 1}`, n > 0));
}
