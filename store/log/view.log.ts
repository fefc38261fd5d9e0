/** What a writer knows of a log: every key above `base`, up to `head`. Enough to know whether an event may be put. */
import type { DeltaRun, KnownItem, LogItem } from "./item.ts";

export interface LogView {
  /** Everything above it was read. */
  base: number;
  /** The end of the last item that was seen. */
  head: number;
  /** The deltas at its end, if it ends in some. */
  run: DeltaRun | null;
  /** The terminal event was seen: nothing is appended any more. */
  over: boolean;
  /** The end of the item that holds a key. */
  keys: Map<string, number>;
  /** The latest attempt of each turn. */
  attempts: Map<string, number>;
}

export function createView(base: number, head: number): LogView {
  return { base, head, run: null, over: false, keys: new Map(), attempts: new Map() };
}

export function absorb(view: LogView, item: KnownItem): void {
  view.head = Math.max(view.head, item.last);
  view.run = item.deltas ? runWith(view.run ?? item.below, item) : null;
  view.over ||= item.terminal;
  note(view, item);
}

/** Items down to a new base, below what the view has. */
export function absorbBelow(view: LogView, items: readonly KnownItem[], base: number): void {
  for (const item of items) note(view, item);
  view.base = base;
}

function note(view: LogView, { keys, last }: Pick<KnownItem, "keys" | "last">): void {
  for (const key of keys) {
    view.keys.set(key, last);
    const { turn, attempt } = turnAttempt(key);
    if (turn !== null) view.attempts.set(turn, Math.max(attempt, view.attempts.get(turn) ?? 0));
  }
}

function runWith(run: DeltaRun | null, { first, expiresAt = 0 }: Pick<LogItem, "first" | "expiresAt">): DeltaRun {
  return { from: run?.from ?? first, until: Math.min(run?.until ?? expiresAt, expiresAt) };
}

/** An event that comes too late: the debate is over, or a later attempt at its turn has written already. */
export function isTooLate(view: LogView, key: string): boolean {
  const { turn, attempt } = turnAttempt(key);
  return view.over || (turn !== null && attempt < (view.attempts.get(turn) ?? 0));
}

/** `<turnId>/<attempt>/<n>`; keys of another form belong to no turn. */
export function turnAttempt(key: string): { turn: string | null; attempt: number } {
  const match = /^(.+)\/(\d+)\/[^/]+$/.exec(key);
  return match ? { turn: match[1] as string, attempt: Number(match[2]) } : { turn: null, attempt: 0 };
}
