/** So much said to a debate at once that its workflow continues as new meanwhile. */
import { expect } from "vitest";
import type { FlatEvent, World } from "../../support/world.ts";

/** Events after which a run ends, so that every burst goes over several. */
export const SHORT_RUNS = { continueAfterEvents: 40 };

export const runOf = async (world: World, id: string) => (await world.handle(id).describe()).runId;
const remarks = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind} ${i + 1}.`);

/** Says all of it at once, half by updates and half by signals; every update is answered. */
export async function burst(world: World, id: string): Promise<string[]> {
  const [updates, signals] = [remarks("Update", 20), remarks("Signal", 20)];
  const answers = await Promise.all([
    ...updates.map((text) => world.post(`/v1/debates/${id}/interjections`, { text })),
    ...signals.map((text) => world.handle(id).signal("interject", { text })),
  ]);
  const refused = answers.flatMap((answer) => (answer && answer.status !== 202 ? [answer.text] : []));
  expect(refused).toEqual([]);
  return [...updates, ...signals];
}

export async function requireSaidOnce(world: World, id: string, said: string[]): Promise<FlatEvent[]> {
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  expect(log.map((e) => e.id)).toEqual(log.map((_, i) => i + 1));
  expect(log.filter((e) => e.type === "interjection.added")).toHaveLength(said.length);
  const { turns } = await world.transcript(id);
  const heard = turns.filter((t) => t.phase === "interjection").map((t) => t.text);
  expect(heard.toSorted()).toEqual(said.toSorted());
  return log;
}
