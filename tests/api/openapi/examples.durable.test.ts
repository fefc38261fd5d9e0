/** The examples of operations that need the real Temporal, run: `./examples.played.test.ts` has the others, and how all are recorded. */
import { expect, test } from "vitest";
import { useWorld } from "../../support/use-world.ts";
import { bodiesOf, descriptionOf, isOnTemporal, record, requireAnswered } from "./described.ts";
import { callOnTemporal } from "./example-calls.ts";

const world = await useWorld({ demo: true });

test("Every operation that needs the real Temporal was called with its example, and answered as it is described.", async () => {
  const description = await descriptionOf(world);
  const answers = await callOnTemporal(world, description.operations);
  if (process.env.RECORD_EXAMPLES) await record(world, description, answers);
  const operations = description.operations.filter(isOnTemporal);
  expect(operations.length).toBeGreaterThan(5);
  requireAnswered(description, operations, answers);
  for (const body of bodiesOf(operations, answers)) expect(body).toMatch(/^[^\n]+\n$/);
});
