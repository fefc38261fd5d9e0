/** Experiments of one tenant run a few at a time; the others are in line, visibly, and obey their owner meanwhile. */
import { describe, expect, it } from "vitest";
import { extended } from "../../../features/experiments/domain/experiment.ts";
import { DEFINITIONS, EXTENSIONS } from "../../../features/experiments/domain/experiment-records.ts";
import { newestDefinition } from "../../../features/experiments/store/experiments.records.ts";
import { openWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";
import { create, createMany, held, POLL, show, TIMEOUT } from "./in-line.ts";
import { aloneReply, BASE, createIn, itemsOf, over, readIn } from "./lab.ts";

const command = (world: World, id: string | undefined, name: string) => world.post(`/v1/experiments/${id}/${name}`);

describe("an experiment in line", () => {
  it("waits as `queued`, is stopped at once, and begins by its turn", { timeout: TIMEOUT }, async () => {
    await using world = await openWorld();
    const release = held(world);
    const ids = await createMany(world, 6);
    const [first, second, third] = ids;
    await show(world, ids, ["running", "running", "queued", "queued", "queued", "queued"]);
    await world.models.arrived(2);
    expect((await command(world, third, "stop")).body).toMatchObject({ status: "stopped", calls: 0 });
    await world.handle(third ?? "").result();
    await command(world, second, "stop");
    // Its place is free when its call has ended.
    release.next();
    await show(world, ids, ["running", "stopped", "stopped", "running", "queued", "queued"]);
    await command(world, first, "stop");
    release.next();
    await show(world, ids, ["stopped", "stopped", "stopped", "running", "running", "queued"]);
    release.all();
    for (const id of ids.slice(3)) expect((await over(world, id)).cells).toMatchObject({ done: 5, failed: 0 });
  });

  it("leaves its place while it is paused, and is in line again once it is resumed", { timeout: TIMEOUT }, async () => {
    await using world = await openWorld();
    const release = held(world);
    const ids = await createMany(world, 4);
    const [first, second, third] = ids;
    await show(world, ids, ["running", "running", "queued", "queued"]);
    expect((await command(world, first, "pause")).body.status).toBe("paused");
    await show(world, ids, ["paused", "running", "running", "queued"]);
    expect((await command(world, ids[3], "pause")).body.status).toBe("paused");
    expect((await command(world, first, "resume")).body.status).toBe("queued");
    await command(world, second, "stop");
    release.next();
    await show(world, ids, ["running", "stopped", "running", "paused"]);
    await command(world, third, "stop");
    release.next();
    expect((await command(world, ids[3], "resume")).status).toBe(200);
    release.all();
    for (const id of [first, ids[3]]) expect((await over(world, id ?? "")).cells.done).toBe(5);
  });
});

describe("a command to an experiment", () => {
  it("is obeyed right after its creation, also by many at once: nothing is bought after that", {
    timeout: TIMEOUT,
  }, async () => {
    await using world = await openWorld();
    world.models.use(() => aloneReply("A"));
    const stopped = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const { id } = await create(world, `stopped ${n}`, 50);
        return { id, ...(await command(world, id, "stop")) };
      }),
    );
    expect(stopped.map(({ status }) => status)).toEqual(stopped.map(() => 200));
    expect(stopped.map(({ body }) => body.status)).toEqual(stopped.map(() => "stopped"));
    // A workflow that has ended buys nothing.
    await Promise.all(stopped.map(({ id }) => world.handle(id).result()));
    const ended = await Promise.all(stopped.map(({ id }) => readIn(world, id)));
    expect(ended.every(({ status, cells }) => status === "stopped" && cells.done < cells.total)).toBe(true);
    const again = await Promise.all(stopped.map(({ id }) => command(world, id, "stop")));
    expect(again.map(({ status }) => status)).toEqual(stopped.map(() => 409));
  });

  it("reaches debates that are just starting", { timeout: TIMEOUT }, async () => {
    await using world = await openWorld();
    held(world);
    const arms = [{ name: "debate", patch: {} }];
    const body = { base: BASE, items: itemsOf(20), arms, concurrency: 8 };
    const ids: string[] = [];
    for (let n = 1; n <= 6; n++) {
      const { id } = await createIn(world, { name: `number ${n}`, ...body });
      await over(world, id, "running");
      expect((await command(world, id, "stop")).body.status).toBe("stopped");
      ids.push(id);
    }
    // No model answers, so a debate that had missed its stop would not end.
    await Promise.all(ids.map((id) => world.handle(id).result()));
    expect((await Promise.all(ids.map((id) => readIn(world, id)))).map(({ cells }) => cells.running)).toEqual(
      ids.map(() => 0),
    );
  });

  it("loses no added arms to a request that stalled before it wrote", { timeout: TIMEOUT }, async () => {
    await using world = await openWorld();
    world.models.use(() => aloneReply("A"));
    const arms = [{ name: "single", baseline: { vote: 1 } }];
    const { id } = await createIn(world, { name: "late", base: BASE, items: itemsOf(1), arms, concurrency: 1 });
    const key = { tenant: "default", experimentId: id };
    const { records } = world.store;
    const definition = () => newestDefinition(records, key);
    const before = await definition();
    if (!before) throw new Error("no definition");
    const added = (name: string) => ({ arms: [{ name, baseline: { vote: 1 } }] });
    const token = "of the request that stalled";
    const kept = await records.put(key, EXTENSIONS, { from: 1, ...added("stalled"), budget: null, token });
    expect((await world.post(`/v1/experiments/${id}/arms`, added("met by it"))).status).toBe(409);
    expect((await world.post(`/v1/experiments/${id}/arms`, added("later"))).status).toBe(200);
    await records.put(key, DEFINITIONS, extended(before, kept));
    expect((await definition())?.arms.map(({ name }) => name)).toEqual(["single", "stalled", "later"]);
    expect((await over(world, id)).cells).toMatchObject({ done: 3, failed: 0 });
  });

  it("adds arms whenever it comes, also while the experiment ends", { timeout: TIMEOUT }, async () => {
    await using world = await openWorld();
    world.models.use(() => aloneReply("A"));
    const { id } = await create(world, "extended", 1);
    for (let n = 2; n <= 9; n++) {
      const arms = [{ name: `arm ${n}`, baseline: { vote: n } }];
      expect(await world.post(`/v1/experiments/${id}/arms`, { arms })).toMatchObject({ status: 200 });
      // At another moment of its end each time: as soon as the answer is there, or once it is over.
      if (n % 3 > 0) await world.models.arrived(n);
      if (n % 3 > 1) await over(world, id);
    }
    await expect
      .poll(async () => (await readIn(world, id)).cells, POLL)
      .toEqual({ total: 9, done: 9, failed: 0, running: 0 });
    // Arms share their answers.
    expect(world.models.journal).toHaveLength(9);
  });
});
