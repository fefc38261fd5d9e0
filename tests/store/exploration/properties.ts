/** What must hold of a log and of all its readers, whatever the order of things. */
import { isTerminalEvent, type LogEvent } from "../../../domain/play/events/events.ts";
import { logItem } from "../../../store/log/item.ts";
import type { Item } from "../../../store/table/keys.table.ts";
import type { Explored } from "./explore.ts";
import type { Plan } from "./plan.ts";
import { turnOf } from "./writer.ts";

interface Entry {
  key: string;
  event: LogEvent;
  /** The last id of its item. */
  end: number;
}

/** Throws the first thing that is wrong. */
export function requireSound(plan: Plan, explored: Explored): void {
  const log = entriesOf(explored.items);
  requireOnce(log);
  requireEnd(log);
  requireKept(log, explored);
  requireWhole(log, plan, explored);
  requireSameForAll(log, explored);
  if (explored.itemsLater !== explored.items) throw new Error("something was written after the end");
}

function entriesOf(items: Item[]): Entry[] {
  let expected = 1;
  return items.flatMap((raw) => {
    const { first, last, keys } = logItem(raw);
    if (first !== expected) throw new Error(`id ${first} stands where ${expected} should`);
    expected = last + 1;
    const events = JSON.parse(String(raw.json)) as Omit<LogEvent, "id">[];
    if (events.length !== keys.length) throw new Error("an item's count, keys and events do not agree");
    return keys.map((key, n) => ({ key, event: { id: first + n, ...events[n] } as LogEvent, end: last }));
  });
}

function requireOnce(log: Entry[]): void {
  const keys = log.map(({ key }) => key);
  const twice = keys.find((key, n) => keys.indexOf(key) !== n);
  if (twice) throw new Error(`${twice} was written twice`);
  const other = log.find(({ key, event }) => !isTerminalEvent(event.type) && !JSON.stringify(event).includes(key));
  if (other) throw new Error(`${other.key} stands over another event`);
}

function requireEnd(log: Entry[]): void {
  const ends = log.filter(({ event }) => isTerminalEvent(event.type));
  if (ends.length !== 1 || ends[0] !== log.at(-1)) throw new Error("the log does not end with its terminal event");
}

/** What was acknowledged is there, with its head, unless it came after the end or after a later attempt. */
function requireKept(log: Entry[], { acknowledged, attempts }: Explored): void {
  const ends = new Set(log.map(({ end }) => end));
  const places = new Map(log.map((entry) => [entry.key, entry]));
  const last = attempts.map((attempt, w) => `turn-w${w}/${attempt}/`);
  const isLast = (key: string) => !key.startsWith("turn-") || last.some((prefix) => key.startsWith(prefix));
  const isOver = (head: number) => head === log.length;
  for (const { keys, result } of acknowledged) {
    if (!ends.has(result.head)) throw new Error(`${result.head} is no item's end`);
    const lost = keys.find((key) => !places.has(key) && isLast(key) && !isOver(result.head));
    if (lost) throw new Error(`${lost} was acknowledged and is not there`);
    const above = keys.find((key) => (places.get(key)?.end ?? 0) > result.head);
    if (above) throw new Error(`${above} stands above the head that was told`);
    const unknown = result.known.find((key) => !places.has(key));
    if (unknown) throw new Error(`${unknown} was called known`);
  }
}

/** Each writer's events in its own order, all of them; only the end of the log may cut them off. */
function requireWhole(log: Entry[], plan: Plan, { attempts }: Explored): void {
  const cut = plan.endedBy !== null;
  const requireOrder = (name: string, expected: string[], isCut = cut) => {
    const found = log.map(({ key }) => key).filter((key) => expected.includes(key));
    const due = isCut ? expected.slice(0, found.length) : expected;
    if (found.join() !== due.join()) throw new Error(`${name} wrote ${due.join()}, not ${found.join()}`);
  };
  for (const [w, writer] of plan.writers.entries()) {
    const batches = writer.batches.filter((batch) => !batch.shared);
    requireOrder(
      `w${w}`,
      batches.flatMap(({ events }) => events.map(({ key }) => key)),
    );
    const attempt = attempts[w] ?? 0;
    const keysOf = (n: number) => turnOf({ name: `w${w}`, attempt: n, events: writer.turn }).map(({ key }) => key);
    requireOrder(`turn w${w}`, keysOf(attempt));
    for (let n = 1; n < attempt; n++) requireOrder(`attempt ${n} of w${w}`, keysOf(n), true);
    const tried = log.map(({ key }) => new RegExp(`^turn-w${w}/(\\d+)`).exec(key)?.[1]).filter(Boolean);
    if (tried.some((n, i) => Number(n) < Number(tried[i - 1] ?? 0))) throw new Error("an older attempt wrote later");
  }
  if (plan.writers.some(({ batches }) => batches.some(({ shared }) => shared))) requireOrder("all", ["all/1", "all/2"]);
}

/** Every reader saw the log, each id once and in its order. */
function requireSameForAll(log: Entry[], { seen }: Explored): void {
  const whole = log.map(({ event }) => canonical(event));
  for (const [r, events] of seen.entries()) {
    const wrong = events.findIndex((event, n) => canonical(event) !== whole[n]);
    if (wrong !== -1) throw new Error(`r${r} saw ${canonical(events[wrong] as LogEvent)} instead of ${whole[wrong]}`);
    if (events.length < whole.length) throw new Error(`r${r} never saw ${whole[events.length]}`);
  }
}

function canonical({ id, type, at, data }: LogEvent): string {
  return JSON.stringify({ id, type, at, data });
}
