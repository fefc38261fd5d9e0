import { describe, it } from "vitest";
import { agents, askedOf, dialecticRequest } from "../../support/agents.ts";
import { callOf, cast, skepticRequest } from "../../support/debates/skeptic.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { isBens, LIMIT, only, SLOW, slowly } from "./slow-turns.ts";

// Each waits for its limit.
describe.concurrent("the limit of a round", () => {
  it("goes on with an agent that has no proposal yet: it criticises the others", async ({ expect }) => {
    await using world = await openWorld();
    const script = agents();
    const isLate = (r: ModelRequest) => askedOf(r).kind === "proposal" && askedOf(r).speaker === "Ben";
    world.models.use((r) => (isLate(r) ? SLOW : script(r)));
    const { id } = await world.create(dialecticRequest({ maxRounds: 2, ...LIMIT }));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    const whole = (await world.transcript(id)).turns.filter((t) => t.status === "whole");
    expect(whole.map((t) => `${t.participant} ${t.phase}`)).toEqual(["Ada proposal", "Ben critique", "Ada refinement"]);
  });

  it("ends the critique of a proposal, and the proposer goes on without it", async ({ expect }) => {
    await using world = await openWorld();
    const script = cast();
    world.models.use((r) => (callOf(r).phase === "critique" && callOf(r).round === 1 ? SLOW : script(r)));
    const { id } = await world.create(skepticRequest({ maxRounds: 3, ...LIMIT }));
    const log = await world.finished(id);
    expect(only(log, "round.timed_out").map((e) => e["turnIds"])).toEqual([["g1-r1-t2"]]);
    const whole = (await world.transcript(id)).turns.filter((t) => t.status === "whole");
    expect(whole.map((t) => `${t.round} ${t.phase}`)).toEqual([
      "1 proposal",
      "2 proposal",
      "2 critique",
      "3 proposal",
      "3 critique",
      "3 synthesis",
    ]);
    expect(log.at(-1)?.type).toBe("debate.completed");
  });

  it("drops a participant whose turn took all the time, where the policy says so and the others can go on", async ({
    expect,
  }) => {
    await using world = await openWorld();
    let isFirst = true;
    const script = debaters(["p2", "p3"]);
    world.models.use((r) => {
      if (!isFirst) return script(r);
      isFirst = false;
      return SLOW;
    });
    const { id } = await world.create(requestOf({ maxRounds: 1, ...LIMIT }, 3));
    const log = await world.finished(id);
    expect(only(log, "participant.dropped")).toMatchObject([{ participantId: "p1", kind: "round_timeout" }]);
    expect(log.at(-1)?.type).toBe("debate.completed");
  });

  it("charges a turn that it cuts off against the budget, and keeps nothing reserved for it", async ({ expect }) => {
    await using world = await openWorld();
    world.models.use(slowly(isBens, debaters(["p1"])));
    const limits = { ...LIMIT.limits, maxCostUsd: 5 };
    const { id } = await world.create(requestOf({ maxRounds: 1, limits }));
    const log = await world.finished(id);
    expect(only(log, "turn.failed")).toMatchObject([{ kind: "round_timeout", unsettled: true }]);
    expect(only(log, "attempt.unsettled")).toMatchObject([{ actId: "g1-r1-t2", attempt: 1 }]);
    const { cost } = await world.debate(id);
    expect(cost.reservedUsd).toBe(0);
    expect(cost.unsettledUsd).toBeGreaterThan(0);
  });
});
