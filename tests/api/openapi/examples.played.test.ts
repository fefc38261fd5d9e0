/**
 * The examples of the API's description, run; some on the real Temporal: `./examples.durable.test.ts`. After a change of what
 * is answered, record them anew:
 *
 *     RECORD_EXAMPLES=1 npm test -- --no-file-parallelism tests/api/openapi/examples
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";
import {
  bodiesOf,
  type Description,
  descriptionOf,
  isOnTemporal,
  jsonOf,
  record,
  requireAnswered,
  requireValid,
  successOf,
} from "./described.ts";
import { type Answered, callAll, type Described } from "./example-calls.ts";

let world: World;
let description: Description;
let called: Described[];
let answers: Map<string, Answered>;
beforeAll(async () => {
  world = await openWorld({ demo: true });
  description = await descriptionOf(world);
  called = description.operations.filter((operation) => !isOnTemporal(operation));
  answers = await callAll(world, description.operations);
  if (process.env.RECORD_EXAMPLES) await record(world, description, answers);
});
afterAll(() => world.stop());

test("Every operation was called with its example, and answered as it is described.", () => {
  requireAnswered(description, called, answers);
});

test("No request names a model that needs a key; an import alone has those of the debate that it brings.", () => {
  const asking = description.operations.filter(({ operationId }) => operationId !== "importDebate");
  const text = JSON.stringify(asking.map(({ requestBody }) => jsonOf(requestBody?.content)?.example));
  const models = [...text.matchAll(/"model":"([^"]+)"/g)].map(([, model]) => model);
  expect(models.length).toBeGreaterThan(5);
  for (const model of models) expect(model).toMatch(/^(demo|parley)\//);
});

test("Every JSON answer ends with one line break.", () => {
  const bodies = bodiesOf(called, answers);
  expect(bodies.length).toBeGreaterThan(30);
  for (const body of bodies) expect(body).toMatch(/^[^\n]+\n$/);
});

// The description was made with the examples from before the record.
test.skipIf(process.env.RECORD_EXAMPLES)("Every JSON body has an example that its schema allows.", () => {
  for (const operation of description.operations) {
    const [, { content }] = successOf(operation);
    for (const json of [jsonOf(content), jsonOf(operation.requestBody?.content)]) {
      if (!json) continue;
      expect(json.example, operation.operationId).toBeDefined();
      requireValid(description, json.schema, json.example);
    }
  }
});
