/** An experiment's progress as it is told live. */
import { expect, it } from "vitest";
import { createClient, type ExperimentEvent } from "../../../api/client/index.ts";
import { useWorld } from "../../support/use-world.ts";
import { aloneReply, BASE, createIn, itemsOf, over, script } from "./lab.ts";

const world = await useWorld();

/** A single answer to each of this many questions; the first waits until `go`. */
async function waiting(items: number) {
  const { promise: going, resolve: go } = Promise.withResolvers<void>();
  script(world);
  world.models.use(async () => {
    await going;
    return aloneReply("A");
  });
  const experiment = await createIn(world, {
    name: "live",
    base: BASE,
    items: itemsOf(items),
    arms: [{ name: "single", baseline: { vote: 1 } }],
  });
  return { id: experiment.id, go };
}

const client = () => createClient({ baseUrl: world.url, retryMs: 20 });

it("tells the present state, then every change once, and ends with the experiment", async () => {
  const { id, go } = await waiting(3);
  const seen: ExperimentEvent[] = [];
  for await (const event of client().experiments.events(id)) {
    seen.push(event);
    go();
  }
  expect(seen.length).toBeGreaterThan(1);
  const versions = seen.map((event) => event.id);
  expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
  // Whether it has begun by then is a question of who is faster.
  expect(seen[0]?.experiment).toMatchObject({ id, cells: { total: 3, done: 0 } });
  expect(["queued", "running"]).toContain(seen[0]?.experiment.status);
  expect(seen.at(-1)?.experiment).toMatchObject({ id, status: "completed", cells: { done: 3, running: 0 }, calls: 3 });
  expect(seen.every(({ type }) => type === "experiment.updated")).toBe(true);
});

it("answers 204 to who has the last change, and goes on after the one that a reader names", async () => {
  const { id, go } = await waiting(1);
  go();
  const { version } = await over(world, id);
  const at = `${world.url}/v1/experiments/${id}/events`;
  expect((await fetch(`${at}?after=${version}`)).status).toBe(204);
  expect((await fetch(at, { headers: { "last-event-id": String(version) } })).status).toBe(204);
  const rest = await (await fetch(`${at}?after=${version - 1}`)).text();
  expect(rest.match(/^id: .*$/gm)).toEqual([`id: ${version}`]);
});

it("refuses other formats, places that are none, and experiments that are not there", async () => {
  const { id, go } = await waiting(1);
  go();
  await over(world, id);
  const at = `${world.url}/v1/experiments/${id}/events`;
  expect((await fetch(at, { headers: { accept: "application/json" } })).status).toBe(406);
  expect((await fetch(at, { headers: { "last-event-id": "soon" } })).status).toBe(422);
  expect((await fetch(`${world.url}/v1/experiments/exp-20260101-000000-ABCDEF/events`)).status).toBe(404);
});
