/** A debate's event log. */
import type { DraftEvent, LogEvent } from "../../domain/play/events/events.ts";
import type { DebateKey } from "./debates.port.ts";

/** An event with the key that makes its append idempotent: `<turnId>/<attempt>/<n>`, or the workflow's (see `event-keys.ts`). */
export interface KeyedEvent {
  key: string;
  event: DraftEvent;
  /**
   * Of a delta: the key of the event right behind it in the same call, whose item it shares: a turn's last words. It is
   * left out where that event is in the log already.
   */
  before?: string;
}

export interface AppendInput {
  debate: DebateKey;
  /** A log id that was written before any of these keys could have been; 0 for none. */
  since: number;
  events: KeyedEvent[];
}

export interface AppendResult {
  /** The last id of the item that holds the last of these events. */
  head: number;
  /** Keys that stood in the log already (also those of this call's own put whose answer was lost). */
  known: string[];
}

export interface LogPage {
  events: LogEvent[];
  /** True if the log's last event is terminal, and in this page or before it. */
  terminal: boolean;
}

export interface FollowInput {
  debate: DebateKey;
  after: number;
  signal: AbortSignal;
}

export interface EventLog {
  append(input: AppendInput): Promise<AppendResult>;
  /** Events with ids above `after`, in order, at most `limit`. Consistent. */
  read(input: { debate: DebateKey; after: number; limit: number }): Promise<LogPage>;
  /**
   * All events above `after`, then new ones as they are written, until the terminal one or until `signal` aborts.
   * One tail per debate and process feeds all its followers.
   */
  follow(input: FollowInput): AsyncIterable<LogEvent>;
  /** The same, several at a time, none empty. Followers at the same place get the same array, which nobody may change. */
  batches(input: FollowInput): AsyncIterable<readonly LogEvent[]>;
  /** The events of these keys in the log above `since`. */
  standing(input: { debate: DebateKey; since: number; keys: string[] }): Promise<{ key: string; event: LogEvent }[]>;
  /** It has its terminal event. */
  isOver(debate: DebateKey): Promise<boolean>;
}
