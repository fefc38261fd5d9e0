/** What a process has read of a debate, its log included, it reads once; what it shows is what stands in the table. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ASSESSMENTS, TURNS } from "../../../domain/play/records/kinds.record.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import type { TableStore } from "../../../store/index.ts";
import type { DebateKey, DebatePrefix } from "../../../store/port/debates.port.ts";
import type { KeyedEvent } from "../../../store/port/log.port.ts";
import { runs } from "../../support/debates/runs.ts";
import type { Bench } from "../bench.ts";
import { assessment, completed, config, delta, newKey, plain, range, record, turn } from "../fixtures.ts";

/** What happens next, in one of two processes. */
interface Step {
  at: 0 | 1;
  does: "says" | "fails" | "says and checks" | "assesses" | "chatters" | "resets" | "edits" | "looks";
}

const SPEAKERS = 2;
const step: fc.Arbitrary<Step> = fc.record({
  at: fc.constantFrom(0, 1),
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constant("says" as const) },
    { weight: 4, arbitrary: fc.constant("looks" as const) },
    {
      weight: 6,
      arbitrary: fc.constantFrom("fails", "says and checks", "assesses", "chatters", "resets", "edits" as const),
    },
  ),
});

const whole = (spoken: Turn): KeyedEvent => ({ ...completed(spoken), key: `${spoken.id}/completed` });

/** Plays a debate in two processes, as its workflow would tell them. */
function createPlay(stores: TableStore[], debate: DebateKey, given: Turn[]) {
  let generation = 1;
  let said = given.length;
  let counted = given.length;
  let assessed = 0;
  let head = 0;
  let others = 0;

  const round = () => Math.floor(said / SPEAKERS) + 1;
  const nextId = () => `g${generation}-r${round()}-t${said % SPEAKERS}`;
  const append = async (store: TableStore, event: KeyedEvent) => {
    ({ head } = await store.log.append({ debate, since: head, events: [event] }));
  };

  async function say(store: TableStore, changes: Partial<Turn>, checker?: TableStore): Promise<void> {
    const spoken = turn(nextId(), changes);
    await append(store, delta(++others, { turnId: spoken.id }));
    const put = await store.records.put(debate, TURNS, spoken);
    const { citationsChecked: _owed, ...checked } = put;
    const kept = checker ? await checker.records.replace(debate, TURNS, checked) : put;
    await append(checker ?? store, whole(kept ?? put));
    said += 1;
    if (spoken.status === "whole") counted += 1;
  }

  /** As a judge's scene has them. */
  async function shownBy(store: TableStore) {
    const before = { round: round() + 1, index: 0, count: counted };
    const [turns, assessments] = await Promise.all([
      store.records.list(debate, TURNS, { generation, before }),
      store.records.list(debate, ASSESSMENTS, { generation, before: { round: round() + 1, count: assessed } }),
    ]);
    // No prompt shows a turn that failed.
    return { turns: turns.filter(({ status }) => status === "whole"), assessments };
  }

  const DOES: Record<Step["does"], (store: TableStore, other: TableStore) => Promise<unknown>> = {
    says: (store) => say(store, {}),
    fails: (store) => say(store, { status: "failed" }),
    "says and checks": (store, other) => say(store, { citationsChecked: false }, other),
    async assesses(store) {
      const made = assessment(`g${generation}-a${++assessed}`, { round: assessed });
      await store.records.put(debate, ASSESSMENTS, made);
      const event = { type: "assessment.completed", at: made.at, data: { round: assessed, assessment: made } } as const;
      await append(store, { key: `${made.id}/completed`, event });
    },
    chatters: (store) => append(store, plain(++others)),
    async resets() {
      generation += 1;
      said = counted = assessed = 0;
    },
    async edits(store, other) {
      const edited = config({ topic: `Is tea better, for the ${++others}th time?` });
      const revision = await store.putConfig(debate, edited);
      expect(await other.getConfig({ ...debate, revision })).toEqual(edited);
    },
    looks: async () => {},
  };

  return {
    async take({ at, does }: Step, fresh: TableStore): Promise<void> {
      const [store, other] = [stores[at], stores[1 - at]] as [TableStore, TableStore];
      await DOES[does](store, other);
      if (does === "looks") expect(await shownBy(store)).toEqual(await shownBy(fresh));
    },
    shownBy,
  };
}

const NOTHING: Omit<DebatePrefix, "turns" | "events"> = {
  assessments: [],
  votes: [],
  ballots: [],
  claims: [],
  confirmed: [],
  alone: [],
  counts: [],
  polls: [],
  conformity: [],
  summaries: [],
  evaluations: [],
  questions: [],
  notes: [],
  decisions: [],
  retrieval: null,
};

/** A fork has its first turns from another debate. */
async function begin(store: TableStore, debate: DebateKey, isFork: boolean): Promise<Turn[]> {
  if (!isFork) {
    await store.createDebate(record(debate));
    return [];
  }
  const turns = range(0, SPEAKERS - 1).map((index) => turn(`g1-r1-t${index}`));
  const events = turns.map((spoken, n) => ({ id: n + 1, ...whole(spoken).event }));
  await store.createDebate(record(debate), { ...NOTHING, turns, events });
  return turns;
}

export function describeReadOnce(bench: () => Bench): void {
  describe("what a process has read of a debate", () => {
    it("is what stands in the table, whoever wrote it: in forks, after resets, edits, checks and erasure", async () => {
      const property = fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { minLength: 5, maxLength: 15 }),
        async (isFork, steps) => {
          const debate = newKey();
          const stores = [bench().open(), bench().open()];
          const play = createPlay(stores, debate, await begin(stores[0] as TableStore, debate, isFork));
          for (const one of steps) await play.take(one, bench().open());
          for (const store of stores) expect(await play.shownBy(store)).toEqual(await play.shownBy(bench().open()));
          await (stores[1] as TableStore).eraseDebate(debate);
          expect(await play.shownBy(stores[1] as TableStore)).toEqual({ turns: [], assessments: [] });
        },
      );
      await fc.assert(property, { numRuns: runs(100) });
    }, 300_000);

    it("is not asked for again: the log that a writer reads has the turns of others", async () => {
      const debate = newKey();
      const writer = bench().open();
      const { store, proxy } = await bench().openBehindProxy();
      await writer.createDebate(record(debate));
      await store.log.append({ debate, since: 0, events: [plain(1)] });
      const turns = range(1, 6).map((round) => turn(`g1-r${round}-t0`));
      for (const spoken of turns) {
        await writer.records.put(debate, TURNS, spoken);
        await writer.log.append({ debate, since: 1, events: [whole(spoken)] });
      }
      const look = (round: number) =>
        store.records.list(debate, TURNS, { generation: 1, before: { round, index: 0, count: round - 1 } });
      expect(await look(7)).toEqual(turns);
      expect([proxy.count("Query"), await look(4), proxy.count("Query")]).toEqual([1, turns.slice(0, 3), 1]);
      await store.log.append({ debate, since: 1, events: [plain(2)] });
      expect(proxy.count("Query")).toBe(1);
    });
  });
}
