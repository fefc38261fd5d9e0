/**
 * How tests wait, so that a busy machine makes them slow and never red. In this order:
 *
 * 1. For something that announces itself: `world.until(id, (e) => e.type === "round.completed")` for an event,
 *    `world.models.arrived(2)` and `.ended(2)` for a call, `receiver.until(…)` for a webhook.
 * 2. To keep something from going on: `held(world, isHeld)`, until `release()`.
 * 3. To kill at a point: `dyingStore(store, "after META")`, or from within a scripted call, never after so many seconds.
 * 4. For what announces nothing: `eventually(read)` in a test, `lookAgain()` in a loop that nobody else ends.
 *
 * The pauses below are the only ones: a lint rule keeps `setTimeout` out of all other tests. Each name says why it waits.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** Time between two looks: `while (!(await answers(url))) await lookAgain();` */
export const lookAgain = (ms = 50): Promise<void> => sleep(ms);

/** A scripted server takes so long for its answer: `world.models.use(async () => (await answersAfter(150), reply));` */
export const answersAfter = (ms: number): Promise<void> => sleep(ms);

/** A part of the world is away for so long: `proxy.decide(() => "lose-request"); await staysAway(30_000);` */
export const staysAway = (ms: number): Promise<void> => sleep(ms);

/**
 * Time in which something that must not happen would: `await nothingFor(100); expect(beats).toBe(before);`
 * On a slow machine it sees less, and fails as little.
 */
export const nothingFor = (ms: number): Promise<void> => sleep(ms);

/** Until a clock that the test does not own has moved on: `await clockMoves(1_050);` for the next second. */
export const clockMoves = (ms: number): Promise<void> => sleep(ms);

/** Writes at this pace, as models do: `for (const delta of deltas) (await pace(20), await write(delta));` */
export const pace = (ms: number): Promise<void> => sleep(Math.max(0, ms));

/** Work that hangs fails after so long: `await within(60_000, ended)`. It keeps no process alive. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(ms, null, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`it hangs: no end after ${ms / 1_000} s`);
  });
  late.catch(() => {});
  return Promise.race([work, late]).finally(() => over.abort());
}
