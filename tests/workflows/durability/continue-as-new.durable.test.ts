import { describe, expect, it } from "vitest";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";
import { burst, requireSaidOnce, runOf, SHORT_RUNS } from "./bursts.ts";

const world = await useWorld(SHORT_RUNS);

const P = ["p1", "p2"];
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;

describe("a debate that continues as new", () => {
  it("loses and repeats no command that comes while it is paused, and stays paused", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create(requestOf({ maxRounds: 2, roundDelayMs: 600_000 }));
    await world.until(id, (e) => e.type === "round.completed");
    await world.post(`/v1/debates/${id}/pause`);
    await world.until(id, status("paused"));
    const first = await runOf(world, id);
    const said = await burst(world, id);
    await expect.poll(() => runOf(world, id)).not.toBe(first);
    await expect
      .poll(async () => (await world.handle(id).query<{ interjections?: unknown[] }>("state")).interjections?.length)
      .toBe(40);
    expect(await world.debate(id)).toMatchObject({ status: "paused", round: 1, allowed: ["resume", "stop"] });
    await world.post(`/v1/debates/${id}/stop`);
    await requireSaidOnce(world, id, said);
  }, 60_000);

  it("answers a command that its client sends again after the hand-over as carried out, and does it once", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create(requestOf({ maxRounds: 2, roundDelayMs: 600_000 }));
    await world.until(id, (e) => e.type === "round.completed");
    const send = (name: string, updateId: string) =>
      world.handle(id).executeUpdate<{ state: { status: string } }, [object]>(name, { updateId, args: [{}] });
    await send("pause", "first-pause");
    await send("resume", "first-resume");
    await send("pause", "second-pause");
    await world.until(id, status("paused"));
    const first = await runOf(world, id);
    await burst(world, id);
    await expect.poll(() => runOf(world, id)).not.toBe(first);
    expect((await send("pause", "second-pause")).state.status).toBe("paused");
    expect((await send("resume", "first-resume")).state.status, "an old command changes nothing").toBe("paused");
    await expect(send("pause", "third-pause")).rejects.toThrow();
    await world.post(`/v1/debates/${id}/stop`);
    const log = await world.finished(id);
    const by = log.flatMap((e) => (e.type === "debate.status" ? [e["by"]] : []));
    expect(by.filter((name) => name === "pause" || name === "resume")).toEqual(["pause", "resume", "pause"]);
  }, 60_000);
});
