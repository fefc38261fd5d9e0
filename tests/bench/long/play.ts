/** Plays one long debate, and compares what a call takes in its first tenth with what one takes in its last. */
import type { Script } from "../../costs/models.ts";
import type { FlatEvent, World } from "../../support/world.ts";
import type { Asked, Counted } from "./counted.ts";
import { type Histories, historiesOf } from "./history.ts";

export interface LongDebate {
  request: object;
  script: Script;
}

/** One call to a model, as the model saw it. */
interface Call {
  at: number;
  cpuMs: number;
  /** Requests of the store until then. */
  asked: number;
}

export interface Played {
  id: string;
  log: FlatEvent[];
  calls: Call[];
  asked: readonly Asked[];
  histories: Histories;
}

export async function playLong(world: World, { asked }: Counted, { request, script }: LongDebate): Promise<Played> {
  const calls: Call[] = [];
  world.models.forget();
  world.models.use((seen) => {
    const { user, system } = process.cpuUsage();
    calls.push({ at: performance.now(), cpuMs: (user + system) / 1_000, asked: asked.length });
    return script(seen);
  });
  const { id } = await world.create(request);
  // Nobody reads it meanwhile: a reader's looks at the table are a matter of time.
  await world.handle(id).result();
  return { id, log: await world.finished(id), calls, asked, histories: await historiesOf(world, id) };
}

/** A mean in the first and in the last tenth. */
export type Tenths = readonly [first: number, last: number];

const first = <T>(rows: T[]) => rows.slice(0, Math.ceil(rows.length / 10));
const last = <T>(rows: T[]) => rows.slice(-Math.ceil(rows.length / 10));
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

export function tenthsOf<T>(rows: T[], of: (row: T) => number): Tenths {
  return [mean(first(rows).map(of)), mean(last(rows).map(of))];
}

/** From one call to the next. */
export function betweenCalls({ calls }: Played, of: (call: Call) => number): Tenths {
  const perCall = (part: Call[]) => (of(part.at(-1) as Call) - of(part[0] as Call)) / (part.length - 1);
  return [perCall(first(calls)), perCall(last(calls))];
}

/** Of the store's requests from one call to the next. */
export function ofRequests(played: Played, of: (one: Asked) => number): Tenths {
  const until = (call: Call) => played.asked.slice(0, call.asked).reduce((sum, one) => sum + of(one), 0);
  return betweenCalls(played, until);
}
