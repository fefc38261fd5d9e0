/**
 * Writes a live turn into the log of each of its debates, word by word, for readers whose delay is measured. Prints a
 * line when all turns have begun, and how many appends failed when all debates are over.
 */
import type { DraftEvent } from "../../../domain/play/events/events.ts";
import { createStore } from "../../../store/index.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { KeyedEvent } from "../../../store/port/log.port.ts";
import { delta, theEnd } from "../../store/fixtures.ts";
import { pace } from "../waits.ts";

interface Feed {
  table: Parameters<typeof createStore>[0];
  debates: DebateKey[];
  /** Of each debate; milliseconds between them. */
  deltas: number;
  everyMs: number;
}

const { table, debates, deltas, everyMs } = JSON.parse(process.argv[2] ?? "{}") as Feed;
const store = createStore(table);
let failed = 0;
const TURN = { round: 1, phase: "response", participantId: "p1", turnId: "g1-r1-t1", attempt: 1 };

function now(event: KeyedEvent): KeyedEvent {
  return { ...event, event: { ...event.event, at: new Date().toISOString() } };
}

function started(): KeyedEvent {
  const event: DraftEvent = { type: "turn.started", at: "", data: { ...TURN, model: "openai/gpt-5.5" } };
  return { key: "g1-r1-t1/1/0", event };
}

async function feed(debate: DebateKey, n: number): Promise<void> {
  // Not all in the same moment.
  await pace((everyMs * n) / debates.length);
  let due = performance.now();
  for (let i = 1; i <= deltas; i++) {
    due += everyMs;
    await pace(due - performance.now());
    await write(debate, now(delta(i, { text: "word ".repeat(5) })));
  }
  await write(debate, now(theEnd()));
}

/** Again, on a machine that is too busy for the engine to answer. */
async function write(debate: DebateKey, event: KeyedEvent): Promise<void> {
  while (!(await append(debate, event))) failed++;
}

function append(debate: DebateKey, event: KeyedEvent): Promise<boolean> {
  return store.log.append({ debate, since: 0, events: [event] }).then(
    () => true,
    () => false,
  );
}

for (const debate of debates) await write(debate, now(started()));
process.stdout.write("begun\n");
await new Promise<void>((go) => process.once("message", () => go()));
await Promise.all(debates.map(feed));
process.stdout.write(`${failed}\n`);
