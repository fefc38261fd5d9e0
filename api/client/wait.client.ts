/** Waits for the end of a debate. */
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { EventOptions } from "./events.client.ts";
import { eitherOf, timeoutOf } from "./pause.ts";
import type { Debate, DebateEvent } from "./types.ts";

export interface WaitOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
}

interface Source {
  get(id: string, options: { waitSeconds?: number; signal?: AbortSignal }): Promise<Debate>;
  events(id: string, options: EventOptions): AsyncGenerator<DebateEvent, void>;
}

/** Seconds of one read. The stored state follows the last event. */
const READ_SECONDS = 10;

export async function waitForEnd(source: Source, id: string, options: WaitOptions): Promise<Debate> {
  const signal = signalOf(options);
  let debate = await source.get(id, { signal });
  if (isTerminal(debate.status)) return debate;
  const ends = source.events(id, { types: ["debate.completed"], signal });
  // Only the terminal event passes this filter, also a failed or cancelled one.
  await ends.next();
  await ends.return();
  do debate = await source.get(id, { waitSeconds: READ_SECONDS, signal });
  while (!isTerminal(debate.status));
  return debate;
}

function signalOf({ signal, timeoutMs }: WaitOptions): AbortSignal | undefined {
  if (timeoutMs === undefined) return signal;
  const timeout = timeoutOf(timeoutMs);
  return eitherOf(signal, timeout);
}
