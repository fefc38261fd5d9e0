/** Workers die while the judge reads a round and the next one is spoken. */
import { expect, it } from "vitest";
import { kindOf } from "../../support/models/replies.ts";
import { startWorkers } from "../../support/processes/workers.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const spoken = (log: FlatEvent[]) => log.flatMap((e) => (e.type === "turn.completed" ? [e["turnId"]] : []));
const judged = (log: FlatEvent[]) => log.flatMap((e) => (e.type === "assessment.completed" ? [e["round"]] : []));

it.each([
  // Which of the calls that run beside each other hang when the workers die; those that do not are over by then.
  { when: "while both are under way", hangs: ["turn", "assessment"] },
  { when: "once the assessment is there", hangs: ["turn"] },
  { when: "once the turns are there", hangs: ["assessment"] },
  {
    when: "of a debate that runs ahead of its judge, while both are under way,",
    hangs: ["turn", "assessment"],
    asks: { format: "free-form", overlap: "ahead" },
  },
])(
  "a kill $when loses nothing and buys again only what hung",
  async ({ hangs, asks = {} }) => {
    await using world = await openWorld({ workers: false, durations: { heartbeat: 500, heartbeatTimeout: 2_000 } });
    const workers = await startWorkers(world);
    const script = debaters(["p1", "p2"]);
    const met: Record<string, number> = {};
    // The third turn is the first of round 2, and the first assessment is that of round 1.
    const nth: Record<string, number> = { turn: 3, assessment: 1 };
    world.models.use((request) => {
      const kind = kindOf(request);
      met[kind] = (met[kind] ?? 0) + 1;
      return hangs.includes(kind) && met[kind] === nth[kind] ? { hang: true } : script(request);
    });
    const { id } = await world.create(requestOf({ maxRounds: 2, ...asks }));
    await world.models.arrived(4);
    if (!hangs.includes("assessment")) await world.until(id, (e) => e.type === "assessment.completed");
    if (!hangs.includes("turn"))
      await world.until(id, (e) => e["turnId"] === "g1-r2-t2" && e.type === "turn.completed");
    await workers.renew("SIGKILL");
    const log = await world.finished(id);
    expect(spoken(log)).toEqual(["g1-r1-t1", "g1-r1-t2", "g1-r2-t1", "g1-r2-t2"]);
    expect(judged(log)).toEqual([1, 2]);
    expect(log.map((event) => event.id)).toEqual(log.map((_, place) => place + 1));
    expect(world.models.journal).toHaveLength(4 + 2 + 1 + hangs.length);
    await workers.stop();
  },
  120_000,
);
