/** A reader comes and goes, each time from where it was, and in the end stays until the log is over. */
import { isTerminalEvent, type LogEvent } from "../../../domain/play/events/events.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { Machine, Step } from "./machine.ts";
import type { Session } from "./plan.ts";

export interface ReaderInput {
  name: string;
  debate: DebateKey;
  sessions: readonly Session[];
  step: Step;
  /** The writer's process of now, or for null a new one. */
  machineAt(writer: number | null): Machine;
}

const EVER = Number.POSITIVE_INFINITY;
const STAY: Session = { at: null, how: "follow", events: EVER, steps: EVER, slow: false };

/** All events that it was given, in the order in which they came. */
export async function readAll(input: ReaderInput): Promise<LogEvent[]> {
  const { name, debate, sessions, step } = input;
  const seen: LogEvent[] = [];
  const after = () => seen.at(-1)?.id ?? 0;

  async function page(machine: Machine, limit: number): Promise<void> {
    const { events, terminal } = await machine.log.read({ debate, after: after(), limit });
    seen.push(...events);
    if (terminal !== isTerminalEvent(seen.at(-1)?.type ?? "")) throw new Error(`${name} was told a wrong end`);
  }

  async function follow(machine: Machine, { events, steps, slow }: Session): Promise<void> {
    const leaving = new AbortController();
    void leaveAfter(steps, leaving);
    let left = events;
    for await (const event of machine.log.follow({ debate, after: after(), signal: leaving.signal })) {
      // An event that came when the process was dead already never reached its reader.
      if (machine.isDead()) return;
      seen.push(event);
      if (--left === 0) return;
      if (slow) await step(`${name} ponders`);
    }
  }

  async function leaveAfter(steps: number, leaving: AbortController): Promise<void> {
    if (!Number.isFinite(steps)) return;
    for (let n = 0; n < steps; n++) await step(`${name} stays`);
    leaving.abort();
  }

  async function visit(session: Session): Promise<void> {
    const machine = input.machineAt(session.at);
    const reading = session.how === "page" ? page(machine, session.events) : follow(machine, session);
    await Promise.race([reading.catch(unlessUnavailable), machine.died]);
  }

  for (const session of [...sessions, STAY]) {
    await visit(session);
    await step(`${name} is away`);
  }
  return seen;
}

function unlessUnavailable(error: { code?: string }): void {
  if (error.code !== "unavailable") throw error;
}
