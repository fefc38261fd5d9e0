/** One interleaving of writers and readers over one log, from its beginning to its end. */
import { createHash } from "node:crypto";
import { setImmediate as settled } from "node:timers/promises";
import type { Scheduler } from "fast-check";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { Item } from "../../../store/table/keys.table.ts";
import { theEnd } from "../fixtures.ts";
import { tickWith } from "./clock.ts";
import { createEngine } from "./engine.ts";
import { createMachine, type Machine, type OpenLog, type Step } from "./machine.ts";
import type { Luck, Plan } from "./plan.ts";
import { readAll } from "./reader.ts";
import { type Acknowledged, createWriter } from "./writer.ts";

export interface Explored {
  items: Item[];
  /** The same after more appends to the log that was over. */
  itemsLater: Item[];
  acknowledged: Acknowledged[];
  /** The last attempt of each writer at its turn. */
  attempts: number[];
  seen: LogEvent[][];
  steps: number;
  /** Tells the order of all steps apart from others. */
  schedule: string;
}

const DEBATE: DebateKey = { tenant: "default", debateId: "deb-explored" };
/** An exploration that takes more steps hangs: the longest that end take a fifth of it. */
const MOST_STEPS = 20_000;

export async function explore(scheduler: Scheduler, plan: Plan, open: OpenLog): Promise<Explored> {
  const engine = createEngine();
  const trace: string[] = [];
  const acknowledged: Acknowledged[] = [];
  const names = new Map<string, number>();
  const step: Step = (label) => scheduler.schedule(Promise.resolve()).then(() => void trace.push(label));

  function start(owner: string, luck: readonly Luck[] = []) {
    const life = (names.get(owner) ?? 0) + 1;
    names.set(owner, life);
    return createMachine({ name: `${owner}.${life}`, engine, step, open, luck });
  }

  const writers = plan.writers.map((writer, w) => {
    const lives = [...writer.lives];
    const name = `w${w}`;
    const onAcknowledged = (one: Acknowledged) => void acknowledged.push(one);
    return createWriter({
      name,
      debate: DEBATE,
      plan: writer,
      step,
      start: () => start(name, lives.shift()),
      onAcknowledged,
    });
  });

  const readers = plan.readers.map(({ sessions, luck }, r) => {
    const name = `r${r}`;
    const machineAt = (w: number | null) => (w === null ? start(name, luck) : writers[w]?.machine()) ?? start(name);
    return readAll({ name, debate: DEBATE, sessions, step, machineAt });
  });

  async function write(): Promise<number[]> {
    const attempts = await Promise.all(writers.map((writer) => writer.write()));
    await start("closer").log.append({ debate: DEBATE, since: 0, events: [theEnd("end")] });
    return attempts;
  }

  /** Whoever comes now changes nothing, whether it knows the log or not. */
  async function writeMore(): Promise<void> {
    const late = [...writers.map((writer) => writer.machine()), start("late")];
    const events = [theEnd("late/1"), ...(plan.writers[0]?.batches.flatMap((batch) => batch.events) ?? [])];
    const append = ({ log, died }: Machine) =>
      Promise.race([log.append({ debate: DEBATE, since: 0, events }).catch(() => undefined), died]);
    await Promise.all(late.map(append));
  }

  tickWith(step);
  try {
    const [attempts, ...seen] = await drive(scheduler, Promise.all([write(), ...readers] as const));
    const items = engine.items();
    await drive(scheduler, writeMore());
    const itemsLater = engine.items();
    const schedule = createHash("sha1").update(trace.join("\n")).digest("base64");
    return { items, itemsLater, acknowledged, attempts, seen, steps: trace.length, schedule };
  } finally {
    tickWith(null);
  }
}

/** Lets the scheduler choose one step after the other, each once all that is on its way has come to rest. */
async function drive<T>(scheduler: Scheduler, work: Promise<T>): Promise<T> {
  const state = { over: false };
  const finished = work.finally(() => {
    state.over = true;
  });
  finished.catch(() => undefined);
  for (let n = 0; ; n++) {
    await settled();
    // What the log collects in one turn of the event loop is under way in the next.
    if (scheduler.count() === 0) await settled();
    if (state.over) return finished;
    if (scheduler.count() === 0) throw new Error("all wait, and there is nothing to wait for");
    if (n === MOST_STEPS) throw new Error("this goes on without end");
    await scheduler.waitNext(1);
  }
}
