/** What is played in the tests of the formats, once for each protocol on a real Temporal: whole over several runs, and stopped. */
import { describe, expect, it } from "vitest";
import { PROTOCOLS } from "../../support/debates/protocols.ts";
import { useWorld } from "../../support/use-world.ts";

// So short that every debate goes over several runs.
const world = await useWorld({ continueAfterEvents: 20 });
const firstRunOf = async (id: string) => (await world.handle(id).describe()).raw.workflowExecutionInfo?.firstRunId;
const runOf = async (id: string) => (await world.handle(id).describe()).runId;

describe.each(Object.entries(PROTOCOLS))("a debate of the protocol %s", (_, { request, script, calls }) => {
  it("continues as new, and makes each call once", async () => {
    world.models.use(script());
    const { id } = await world.create(request());
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect(log.map((e) => e.id)).toEqual(log.map((_event, i) => i + 1));
    expect(world.models.complaints).toEqual([]);
    expect(world.models.journal).toHaveLength(calls);
    expect((await world.debate(id)).result).not.toBeNull();
    expect(await runOf(id)).not.toBe(await firstRunOf(id));
  });

  it("ends when its owner stops it in the middle, without the call that was under way", async () => {
    const usual = script();
    let asked = 0;
    world.models.use(async (call) => (++asked === 2 ? { hang: true } : usual(call)));
    const { id } = await world.create(request());
    await world.models.arrived(2);
    expect((await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" })).status).toBe(200);
    const log = await world.finished(id);
    expect(log.map((e) => e.id)).toEqual(log.map((_event, i) => i + 1));
    expect(await world.debate(id)).toMatchObject({ status: "cancelled" });
    await world.handle(id).result();
  });
});
