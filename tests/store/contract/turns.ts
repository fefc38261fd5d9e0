import { describe, expect, it } from "vitest";
import {
  ASSESSMENTS,
  BALLOTS,
  EVALUATIONS,
  POSITIONS,
  RESULTS,
  SUMMARIES,
  TURNS,
  VOTES,
} from "../../../domain/play/records/kinds.record.ts";
import { ballotOf, configFor } from "../../support/debates/transcripts.ts";
import type { Bench } from "../bench.ts";
import { assessment, config, evaluationOf, newKey, range, record, result, summaryOf, turn, vote } from "../fixtures.ts";
import { first } from "../proxy.ts";

export function describeTurns(bench: () => Bench): void {
  describe("assigned positions", () => {
    const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0, calls: 1 };
    const positionsOf = (position: string) => ({
      positions: ["p1", "p2"].map((participantId) => ({ participantId, position, source: "assigned" as const })),
      reasoning: "why",
      usage,
      costUsd: null,
      latencyMs: 1,
      at: "2026-11-21T12:00:00.000Z",
    });

    it("are put once, and are gone with their debate", async () => {
      const key = newKey();
      await bench().open().createDebate(record(key));
      expect(await bench().open().records.get(key, POSITIONS, { generation: 1 })).toBeNull();
      const put = ["a", "b", "c"].map((position) =>
        bench().open().records.put(key, POSITIONS, positionsOf(position), { generation: 1 }),
      );
      const returned = await Promise.all(put);
      const stored = await bench().open().records.get(key, POSITIONS, { generation: 1 });
      expect(returned).toEqual([stored, stored, stored]);
      await bench().open().discardDebate(key);
      expect(await bench().open().records.get(key, POSITIONS, { generation: 1 })).toBeNull();
    });

    it("stand in the configuration once they are there, though a process has read it before", async () => {
      const key = newKey();
      const store = bench().open();
      const participants = config().participants.map((p) => ({ ...p, positionSource: "plain" as const }));
      await store.createDebate(record(key, { config: config({ participants }) }));
      expect((await store.getConfig(key))?.participants[0]?.position).toBe("Ada has a position");
      await bench().open().records.put(key, POSITIONS, positionsOf("Trams."), { generation: 1 });
      const read = [
        await store.getConfig(key),
        (await store.getDebate(key))?.config,
        await bench().open().getConfig(key),
      ];
      for (const found of read)
        expect(found?.participants[0]).toMatchObject({ position: "Trams.", positionSource: "assigned" });
    });
  });

  describe("exhibits", () => {
    it("stand in the configuration and in the debate, but not in lists", async () => {
      const key = newKey();
      const exhibits = [{ id: "E1", title: "Air report", text: "It fell." }];
      const store = bench().open();
      await store.createDebate(record(key, { config: config({ exhibits }) }));
      expect((await store.getConfig(key))?.exhibits).toEqual(exhibits);
      expect((await store.getDebate(key))?.config.exhibits).toEqual(exhibits);
      const { records } = await store.listDebates({ tenant: key.tenant, limit: 1 });
      expect(records[0]?.config).not.toHaveProperty("exhibits");
    });
  });

  describe("turns", () => {
    it("come back as they were put", async () => {
      const key = newKey();
      const spoken = turn("g1-r2-t3", { text: 'a \ud800 lone half, "quotes" and 🙂', targetId: "g1-r2-t2" });
      expect(await bench().open().records.put(key, TURNS, spoken)).toEqual(spoken);
      expect(await bench().open().records.get(key, TURNS, { id: "g1-r2-t3" })).toEqual(spoken);
      expect((await bench().items(key)).map((item) => item.SK)).toEqual(["TURN#001#002#003"]);
    });

    it("are put once: the loser of a race gets the stored one", async () => {
      const key = newKey();
      const stores = range(1, 8).map(() => bench().open());
      const put = stores.map((store, i) =>
        store.records.put(key, TURNS, turn("g1-r1-t1", { text: `by ${i}`, attempt: i + 1 })),
      );
      const returned = await Promise.all(put);
      const stored = await bench().open().records.get(key, TURNS, { id: "g1-r1-t1" });
      expect(returned).toEqual(stores.map(() => stored));
    });

    it("are put once although the answer to the put was lost", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      proxy.decide(first(1, "PutItem", "lose-answer"));
      expect(await store.records.put(key, TURNS, turn("g1-r1-t1"))).toEqual(turn("g1-r1-t1"));
      expect(proxy.count("PutItem")).toBe(2);
    });

    it("may be longer than an item", async () => {
      const key = newKey();
      const spoken = turn("g1-r1-t1", { text: "é🙂\n".repeat(150_000) });
      await bench().open().records.put(key, TURNS, spoken);
      expect(await bench().open().records.get(key, TURNS, { id: "g1-r1-t1" })).toEqual(spoken);
      expect(await bench().open().records.list(key, TURNS, { generation: 1 })).toEqual([spoken]);
      expect((await bench().items(key, "TURN#001#001#001#PART#")).length).toBeGreaterThan(2);
    });

    it("keep long texts apart when several are put under one id", async () => {
      const key = newKey();
      const texts = ["a", "b", "c"].map((letter) => letter.repeat(700_000));
      const put = texts.map((text) => bench().open().records.put(key, TURNS, turn("g1-r1-t1", { text })));
      const returned = await Promise.all(put);
      const stored = await bench().open().records.get(key, TURNS, { id: "g1-r1-t1" });
      expect(texts).toContain(stored?.text);
      expect(returned.map((one) => one.text)).toEqual(texts.map(() => stored?.text));
    });

    it("are listed in the order of rounds and places, of one generation only", async () => {
      const store = bench().open();
      const key = newKey();
      const ids = ["g1-r10-t1", "g1-r2-t2", "g2-r1-t1", "g1-r2-t10", "g1-r1-t1", "g12-r1-t1"];
      await Promise.all(ids.map((id) => store.records.put(key, TURNS, turn(id))));
      const listed = (await store.records.list(key, TURNS, { generation: 1 })).map((one) => one.id);
      expect(listed).toEqual(["g1-r1-t1", "g1-r2-t2", "g1-r2-t10", "g1-r10-t1"]);
      expect((await store.records.list(key, TURNS, { generation: 2 })).map((one) => one.id)).toEqual(["g2-r1-t1"]);
    });

    it("are all listed, however many megabytes they are", async () => {
      const store = bench().open();
      const key = newKey();
      const turns = range(1, 8).map((n) => turn(`g1-r1-t${n}`, { text: String(n).repeat(350_000) }));
      await Promise.all(turns.map((one) => store.records.put(key, TURNS, one)));
      expect(await bench().open().records.list(key, TURNS, { generation: 1 })).toEqual(turns);
    });

    it("show what other processes have put since", async () => {
      const [one, other] = [bench().open(), bench().open()];
      const key = newKey();
      await one.records.put(key, TURNS, turn("g1-r1-t1"));
      expect(await one.records.list(key, TURNS, { generation: 1 })).toHaveLength(1);
      await other.records.put(key, TURNS, turn("g1-r1-t2"));
      expect(await one.records.list(key, TURNS, { generation: 1 })).toHaveLength(2);
      expect(await one.records.get(key, TURNS, { id: "g1-r1-t2" })).toEqual(turn("g1-r1-t2"));
    });

    it("before a place are read only by a process that does not hold as many as there are", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      const turns = ["g1-r1-t1", "g1-r1-t2", "g1-r2-t1"].map((id) => turn(id));
      for (const one of turns) await store.records.put(key, TURNS, one);
      const before = proxy.count();
      expect(await store.records.list(key, TURNS, { generation: 1, before: { round: 2, index: 0, count: 2 } })).toEqual(
        turns.slice(0, 2),
      );
      expect(await store.records.list(key, TURNS, { generation: 1, before: { round: 2, index: 2, count: 3 } })).toEqual(
        turns,
      );
      expect(proxy.count()).toBe(before);
      const other = bench().open();
      await other.records.put(key, TURNS, turn("g1-r2-t2"));
      expect(
        (await store.records.list(key, TURNS, { generation: 1, before: { round: 3, index: 0, count: 4 } })).map(
          (t) => t.id,
        ),
      ).toContain("g1-r2-t2");
      expect(proxy.count()).toBe(before + 1);
      expect(await other.records.list(key, TURNS, { generation: 1, before: { round: 2, index: 0, count: 2 } })).toEqual(
        turns.slice(0, 2),
      );
    });

    it("are not found under anything that is no turn's id", async () => {
      const store = bench().open();
      const key = newKey();
      await store.records.put(key, TURNS, turn("g1-r1-t1"));
      for (const id of ["", "META", "g1-r1-t01", "g1-r1-t1#PART#001", "g1-r1-t1000", "g1-r1-t2"]) {
        expect(await store.records.get(key, TURNS, { id })).toBeNull();
      }
    });
  });

  describe("assessments and results", () => {
    it("are put once and listed by round, of one generation only", async () => {
      const store = bench().open();
      const key = newKey();
      const [two, one] = [assessment("g1-r2-judge", { round: 2 }), assessment("g1-r1-judge")];
      expect(await store.records.put(key, ASSESSMENTS, two)).toEqual(two);
      expect(await store.records.put(key, ASSESSMENTS, one)).toEqual(one);
      await store.records.put(key, ASSESSMENTS, assessment("g2-r1-judge"));
      expect(
        await bench()
          .open()
          .records.put(key, ASSESSMENTS, { ...one, qualityScore: 1 }),
      ).toEqual(one);
      expect(await bench().open().records.list(key, ASSESSMENTS, { generation: 1 })).toEqual([one, two]);
    });

    it("are found by their id, and those of earlier rounds without a read by who holds them", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      const [one, two] = [assessment("g1-r1-judge"), assessment("g1-r2-judge", { round: 2 })];
      expect(await store.records.get(key, ASSESSMENTS, { id: "g1-r1-judge", round: 1 })).toBeNull();
      await store.records.put(key, ASSESSMENTS, one);
      await store.records.put(key, ASSESSMENTS, two);
      const before = proxy.count();
      expect(await store.records.get(key, ASSESSMENTS, { id: "g1-r1-judge", round: 1 })).toEqual(one);
      expect(await store.records.list(key, ASSESSMENTS, { generation: 1, before: { round: 2, count: 1 } })).toEqual([
        one,
      ]);
      expect(proxy.count()).toBe(before);
      expect(
        await bench()
          .open()
          .records.list(key, ASSESSMENTS, { generation: 1, before: { round: 3, count: 2 } }),
      ).toEqual([one, two]);
    });

    it("stand beside ballots, which are put once and listed by generation too", async () => {
      const store = bench().open();
      const key = newKey();
      expect(await store.records.list(key, BALLOTS, { generation: 1 })).toEqual([]);
      const given = ballotOf(configFor(), { id: "g1-b1-given" });
      await store.records.put(key, BALLOTS, given);
      await store.records.put(key, BALLOTS, ballotOf(configFor(), { id: "g1-b1-reversed", order: "reversed" }));
      await store.records.put(key, BALLOTS, ballotOf(configFor(), { id: "g2-b1-given" }));
      expect(
        await bench()
          .open()
          .records.put(key, BALLOTS, { ...given, judge: "demo/late" }),
      ).toEqual(given);
      expect((await bench().open().records.list(key, BALLOTS, { generation: 1 })).map((b) => b.id)).toEqual([
        "g1-b1-given",
        "g1-b1-reversed",
      ]);
    });

    it("stand beside votes on the motion, which are put once and listed by generation too", async () => {
      const store = bench().open();
      const key = newKey();
      expect(await store.records.list(key, VOTES, { generation: 1 })).toEqual([]);
      await store.records.put(key, VOTES, vote("g1-vote-before"));
      await store.records.put(key, VOTES, vote("g1-vote-after", { when: "after" }));
      await store.records.put(key, VOTES, vote("g2-vote-before"));
      const late = vote("g1-vote-before", { vote: "against" });
      expect(await bench().open().records.put(key, VOTES, late)).toEqual(vote("g1-vote-before"));
      const listed = await bench().open().records.list(key, VOTES, { generation: 1 });
      expect(listed.toSorted((a, b) => b.id.localeCompare(a.id))).toEqual([
        vote("g1-vote-before"),
        vote("g1-vote-after", { when: "after" }),
      ]);
      await expect(store.records.put(key, VOTES, vote("before"))).rejects.toThrow("does not say where it belongs");
    });

    it("of agents' views and dialectic rounds too: summaries and evaluations", async () => {
      const store = bench().open();
      const key = newKey();
      const [made, found] = [summaryOf("g1-r2-summary-1", "In brief."), evaluationOf("g1-r1-evaluation", 1)];
      expect(await store.records.get(key, SUMMARIES, made)).toBeNull();
      expect(await store.records.put(key, SUMMARIES, made)).toEqual(made);
      expect(
        await bench()
          .open()
          .records.put(key, SUMMARIES, { ...made, text: "Late." }),
      ).toEqual(made);
      expect(await store.records.put(key, EVALUATIONS, found)).toEqual(found);
      await store.records.put(key, EVALUATIONS, evaluationOf("g2-r1-evaluation", 1));
      expect(await bench().open().records.get(key, SUMMARIES, made)).toEqual(made);
      expect(await bench().open().records.get(key, EVALUATIONS, found)).toEqual(found);
      expect(await bench().open().records.list(key, SUMMARIES, { generation: 1 })).toEqual([made]);
      expect(await bench().open().records.list(key, EVALUATIONS, { generation: 1 })).toEqual([found]);
      const misplaced = store.records.put(key, SUMMARIES, { ...made, id: "no-generation" });
      await expect(misplaced).rejects.toThrow("does not say where it belongs");
      expect(await store.records.list(key, ASSESSMENTS, { generation: 1 })).toEqual([]);
    });

    it("keep one result for each generation", async () => {
      const store = bench().open();
      const key = newKey();
      expect(await store.records.get(key, RESULTS, { generation: 1 })).toBeNull();
      await store.records.put(key, RESULTS, result("first"), { generation: 1 });
      await store.records.put(key, RESULTS, result("second"), { generation: 2 });
      expect(await bench().open().records.put(key, RESULTS, result("late"), { generation: 1 })).toEqual(
        result("first"),
      );
      expect(await bench().open().records.get(key, RESULTS, { generation: 2 })).toEqual(result("second"));
    });
  });
}
