/** An experiment of 1,000 items by 9 arms, as it is stored. */
import { NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import type { Cell } from "../../features/experiments/domain/experiment.ts";
import {
  CELLS,
  DEFINITIONS,
  EXPERIMENTS,
  ITEMS,
  PROGRESS,
} from "../../features/experiments/domain/experiment-records.ts";
import { newestDefinition } from "../../features/experiments/store/experiments.records.ts";
import { BASE, createIn, itemsOf, readIn, script } from "../workflows/experiments/lab.ts";
import type { Stage } from "./stage.ts";

export const ITEMS_COUNT = 1_000;
const [ARMS, CHUNK] = [9, 100];

/** A small one that ran, stored once more with many items; its id. */
export async function storeLargeExperiment(world: Stage["world"]): Promise<string> {
  script(world);
  const arms = Array.from({ length: ARMS }, (_, i) => ({ name: `vote of ${i + 1}`, baseline: { vote: i + 1 } }));
  const made = await createIn(world, { name: "Many numbers", base: BASE, items: itemsOf(1), arms });
  while ((await readIn(world, made.id)).status !== "completed");
  const { records } = world.store;
  const ran = { tenant: "default", experimentId: made.id };
  const [definition, progress] = await Promise.all([newestDefinition(records, ran), records.get(ran, PROGRESS, {})]);
  if (!definition || !progress) throw new Error("the experiment is not stored");
  const large = `${made.id.slice(0, -1)}${made.id.endsWith("0") ? "1" : "0"}`;
  const key = { ...ran, experimentId: large };
  const [items, all] = [itemsOf(ITEMS_COUNT), ITEMS_COUNT * ARMS];
  await records.put(key, DEFINITIONS, { ...definition, id: large, items: ITEMS_COUNT });
  await records.put(key, PROGRESS, { ...progress, done: all });
  await records.put({ tenant: ran.tenant }, EXPERIMENTS, { id: large });
  for (let at = 0; at < ITEMS_COUNT; at += CHUNK) {
    const named = items.slice(at, at + CHUNK).map((item, i) => ({ ...item, id: `i${at + i + 1}` }));
    await records.put(key, ITEMS, { chunk: at / CHUNK, items: named });
    await Promise.all(
      named.flatMap((_, i) => arms.map((__, arm) => records.put(key, CELLS, cellOf({ arm, item: at + i })))),
    );
  }
  return large;
}

function cellOf({ arm, item }: { arm: number; item: number }): Cell {
  const isRight = (item + arm) % 10 !== 0;
  const answer = isRight ? "yes" : "no";
  const about = { repetition: 1, status: "done", debateId: null, expected: "yes", error: null } as const;
  const rounds = [{ answers: [answer], right: [isRight] }];
  return { ...about, arm, item, answer, correct: isRight, rounds, spend: { ...NO_SPEND, calls: 1, costMicroUsd: 100 } };
}
