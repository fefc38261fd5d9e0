/** What the writers write, how often they fail, and when the readers come and go. */
import fc from "fast-check";
import type { KeyedEvent } from "../../../store/port/log.port.ts";
import { theEnd } from "../fixtures.ts";

/**
 * What becomes of a request: `lost` before the engine got it; `unheard`: it takes effect at any time, also after the
 * process gave up; `doubled`: the client tried again by itself and heard only that the place was taken; `dies`: with
 * the request, or while it is under way.
 */
type Fate = "well" | "lost" | "unheard" | "doubled" | "dies" | "dies-meanwhile";

export interface Luck {
  fate: Fate;
  /** How far above the head a query has come when it pauses; 0: it does not pause. */
  split: number;
}

export interface Batch {
  events: KeyedEvent[];
  /** Others may have written these keys before: their search begins at the start of the log. */
  shared: boolean;
  /** So far below the head of the batch before it begins its search. */
  lower: number;
  /** After so many steps nobody waits for the append any more, and it is done again; null: always patient. */
  patience: number | null;
  /** Done again by another process, while the first one goes on. */
  elsewhere: boolean;
}

export interface Session {
  /** The writer in whose process it reads; null: one of its own. */
  at: number | null;
  how: "follow" | "page";
  /** Leaves after so many events, or asks for so many. */
  events: number;
  /** Leaves after so many steps. */
  steps: number;
  /** Takes its time over each event. */
  slow: boolean;
}

export interface WriterPlan {
  batches: Batch[];
  /** Events of a turn, written beside the batches by the same process; begun anew with every new process. */
  turn: number;
  /** As of a batch, for the first attempt at the turn; another process makes the second one then. */
  patience: number | null;
  /** Of one process after the other; those after them have no bad luck. */
  lives: Luck[][];
}

export interface Plan {
  writers: WriterPlan[];
  readers: { sessions: Session[]; luck: Luck[] }[];
  /** The writer whose last batch holds the terminal event; null: it comes when all have written. */
  endedBy: number | null;
}

const WRITERS = 3;
const READERS = 2;
const AT = "2026-11-21T05:12:54.000Z";

/** An event that tells its key. */
export function keyed(key: string, isDelta: boolean): KeyedEvent {
  if (!isDelta) return { key, event: { type: "phase.started", at: AT, data: { round: 1, phase: key, expected: 1 } } };
  const turn = { round: 1, phase: "response", participantId: "p1", turnId: "g1-r1-t1", attempt: 1 };
  return { key, event: { type: "turn.delta", at: AT, data: { ...turn, text: key } } };
}

const splits = fc.nat(3);
const luckOf = (fates: fc.Arbitrary<Fate>) => fc.record({ fate: fates, split: splits });
const BAD: Fate[] = ["lost", "unheard", "doubled", "dies", "dies-meanwhile"];
const troubled = luckOf(
  fc.oneof({ weight: 6, arbitrary: fc.constant<Fate>("well") }, { weight: 5, arbitrary: fc.constantFrom(...BAD) }),
);
const unreliable = luckOf(fc.constantFrom<Fate>("well", "well", "well", "lost"));

const patiences = fc.option(fc.integer({ min: 1, max: 8 }), { freq: 2 });

const shapes = fc.record({
  kinds: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
  /** Deltas that come before another event are its last words. */
  words: fc.boolean(),
  patience: patiences,
  elsewhere: fc.boolean(),
  lower: fc.nat(2),
});

const writers = fc.record({
  shapes: fc.array(shapes, { minLength: 1, maxLength: 2 }),
  /** Where the batch that all writers bring stands among its own; null: it does not bring it. */
  shared: fc.option(fc.nat(2), { freq: 2 }),
  turn: fc.nat(2),
  patience: patiences,
  lives: fc.array(fc.array(troubled, { maxLength: 8 }), { maxLength: 2 }),
});

const sessions = fc.record({
  at: fc.option(fc.nat(WRITERS - 1), { freq: 3 }),
  how: fc.constantFrom("follow" as const, "page" as const),
  events: fc.integer({ min: 1, max: 5 }),
  steps: fc.integer({ min: 0, max: 12 }),
  slow: fc.boolean(),
});

const readers = fc.record({
  sessions: fc.array(sessions, { maxLength: 3 }),
  luck: fc.array(unreliable, { maxLength: 6 }),
});

export const plans: fc.Arbitrary<Plan> = fc
  .record({
    writers: fc.array(writers, { minLength: WRITERS, maxLength: WRITERS }),
    readers: fc.array(readers, { minLength: READERS, maxLength: READERS }),
    endedBy: fc.option(fc.nat(WRITERS - 1), { freq: 2 }),
  })
  .map(({ writers: drawn, ...rest }) => ({
    ...rest,
    writers: drawn.map((writer, w) => ({
      ...writer,
      batches: batchesOf(writer, { name: `w${w}`, ends: rest.endedBy === w }),
    })),
  }));

function asLastWords(event: KeyedEvent, n: number, events: KeyedEvent[]): KeyedEvent {
  const next = events[n + 1];
  const isLast = event.event.type === "turn.delta" && next && next.event.type !== "turn.delta";
  return isLast ? { ...event, before: next.key } : event;
}

type Shape = Omit<Batch, "events" | "shared"> & { kinds: boolean[]; words: boolean };
type Drawn = { shapes: Shape[]; shared: number | null };
const FROM_START = { shared: true, lower: 0, patience: null, elsewhere: false };

function batchesOf({ shapes: drawn, shared }: Drawn, { name, ends }: { name: string; ends: boolean }): Batch[] {
  let n = 0;
  const batches = drawn.map(({ kinds, words, ...rest }): Batch => {
    const events = kinds.map((isDelta) => keyed(`${name}/${++n}`, isDelta));
    return { ...rest, events: words ? events.map(asLastWords) : events, shared: false };
  });
  const all = [keyed("all/1", false), keyed("all/2", true)];
  if (shared !== null) batches.splice(shared, 0, { ...FROM_START, events: all });
  // What comes behind the terminal event is never written.
  if (ends) batches.at(-1)?.events.push(theEnd(), keyed(`${name}/${++n}`, false));
  return batches;
}
