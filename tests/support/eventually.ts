import { expect, vi } from "vitest";

/** Below a test's own minute, so that the failure shows what was read last. No machine is so slow. */
const PATIENT = { timeout: 50_000, interval: 50 };

/**
 * Reads again until the assertion holds, for what announces nothing. Where something does, wait for that: `./waits.ts`.
 *
 *     await eventually(async () => (await world.debate(id)).status).toBe("completed");
 */
export const eventually = <T>(read: () => T) => expect.poll(read, PATIENT);

/**
 * The same where no test runs, such as in `beforeAll`, or for what throws until it is there: gives what was read.
 *
 *     const [run] = await eventuallyRead(async () => requireOne(await runs()));
 */
export const eventuallyRead = <T>(read: () => T | Promise<T>) => vi.waitFor(read, PATIENT);

/** What a debate is once a command lets it go on: before the answer is here, a fast one may conclude, or be over. */
export const GOES_ON = expect.stringMatching(/^(running|concluding|completed)$/) as string;
