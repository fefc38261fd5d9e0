/** Experiments of one tenant, of which a few run and the others are in line. */
import { expect } from "vitest";
import type { Experiment } from "../../../features/experiments/domain/schema.experiment.ts";
import type { World } from "../../support/world.ts";
import { aloneReply, BASE, createIn, itemsOf, readIn } from "./lab.ts";

export const TIMEOUT = 180_000;
export const POLL = { timeout: 60_000, interval: 50 };
const VOTE = [{ name: "single", baseline: { vote: 1 } }];

/** Models answer when the test says so: `next` releases the calls that wait, `all` also those to come. */
export function held(world: World) {
  let gate = Promise.withResolvers<void>();
  world.models.use(async () => {
    await gate.promise;
    return aloneReply("A");
  });
  return {
    next() {
      gate.resolve();
      gate = Promise.withResolvers<void>();
    },
    all: () => gate.resolve(),
  };
}

export function create(world: World, name: string, items = 5): Promise<Experiment> {
  return createIn(world, { name, base: BASE, items: itemsOf(items), arms: VOTE, concurrency: 1 });
}

export async function createMany(world: World, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) ids.push((await create(world, `number ${n}`)).id);
  return ids;
}

export const statuses = (world: World, ids: string[]) =>
  Promise.all(ids.map(async (id) => (await readIn(world, id)).status));

export async function show(world: World, ids: string[], expected: string[]): Promise<void> {
  await expect.poll(() => statuses(world, ids), POLL).toEqual(expected);
}
