import { describe, expect, it } from "vitest";
import { NOTES, TURNS } from "../../../domain/play/records/kinds.record.ts";
import type { Bench } from "../bench.ts";
import { config, delta, newKey, newTenant, range, record, state, turn } from "../fixtures.ts";

export function describeDebates(bench: () => Bench): void {
  describe("debates", () => {
    it("gives back a debate as it was created", async () => {
      const key = newKey();
      expect(await bench().open().createDebate(record(key))).toBe(true);
      expect(await bench().open().getDebate(key)).toMatchObject(record(key));
      expect(await bench().open().getConfig(key)).toEqual(config());
    });

    it("refuses a second debate under the same id and leaves the first as it was", async () => {
      const key = newKey();
      await bench().open().createDebate(record(key));
      expect(
        await bench()
          .open()
          .createDebate(record(key, { config: config({ topic: "other" }) })),
      ).toBe(false);
      expect(await bench().open().createDebate(record(key))).toBe(false);
      expect(await bench().open().getDebate(key)).toMatchObject(record(key));
      expect(await bench().open().getConfig(key)).toEqual(config());
    });

    it("lets exactly one of many creators at once win, with its own configuration", async () => {
      const key = newKey();
      const topics = range(1, 8).map((n) => `topic ${n}`);
      const won = await Promise.all(
        topics.map((topic) =>
          bench()
            .open()
            .createDebate(record(key, { config: config({ topic }) })),
        ),
      );
      const winners = topics.filter((_, i) => won[i]);
      expect(winners).toHaveLength(1);
      expect((await bench().open().getDebate(key))?.config.topic).toBe(winners[0]);
      expect((await bench().open().getConfig(key))?.topic).toBe(winners[0]);
    });

    it("puts a state once that many bring at once, and reads a configuration once for many", async () => {
      const key = newKey();
      await bench().open().createDebate(record(key));
      const { store, proxy } = await bench().openBehindProxy();
      const put = (round: number, version: number) => store.putState({ ...key, version, state: state({ round }) });
      const ofUpdates = () => proxy.count("UpdateItem");
      await Promise.all([put(1, 2), put(1, 2), put(1, 2)]);
      await put(1, 2);
      expect(ofUpdates()).toBe(1);
      await put(2, 3);
      expect([ofUpdates(), (await store.getDebate(key))?.state.round]).toEqual([2, 2]);
      proxy.decide(({ operation }) => (operation === "UpdateItem" ? "lose-request" : "pass"));
      await expect(put(3, 4)).rejects.toMatchObject({ code: "unavailable" });
      proxy.decide(() => "pass");
      await put(3, 4);
      expect((await store.getDebate(key))?.state.round).toBe(3);
      const other = await bench().openBehindProxy();
      const read = await Promise.all([1, 2, 3].map(() => other.store.getConfig(key)));
      expect([read, other.proxy.count("GetItem")]).toEqual([[config(), config(), config()], 1]);
    });

    it("notes what waits beside a state that others write, until it goes on", async () => {
      const key = newKey();
      const wait = (id: string) => ({
        id,
        status: "error" as const,
        attempt: 1,
        at: "2026-11-21T05:12:54.000Z",
        waitMs: 10,
        participantId: "p1",
        generation: 1,
        round: 1,
      });
      await bench().open().createDebate(record(key));
      await bench()
        .open()
        .markDebate(key, { set: "waits", id: "g1-r1-t1", wait: wait("g1-r1-t1") });
      await bench()
        .open()
        .markDebate(key, { set: "waits", id: "g1-r1-t2", wait: wait("g1-r1-t2") });
      await bench()
        .open()
        .putState({ ...key, version: 9, state: state({ round: 1 }) });
      await bench().open().markDebate(key, { set: "waits", id: "g1-r1-t1", wait: null });
      await bench().open().markDebate(key, { set: "waits", id: "g1-r1-t3", wait: null });
      expect(await bench().open().getDebate(key)).toMatchObject({ version: 9, waits: [wait("g1-r1-t2")] });
      await bench().open().markDebate(key, { set: "waits", id: "g1-r1-t2", wait: null });
      expect(await bench().open().getDebate(key)).not.toHaveProperty("waits");
    });

    it("makes no debate of a wait", async () => {
      const key = newKey();
      const trouble = { id: "t", status: "error" as const, attempt: 1, at: "", waitMs: 1 };
      await bench()
        .open()
        .markDebate(key, { set: "waits", id: "t", wait: { ...trouble, participantId: "p1", generation: 1, round: 1 } });
      expect(await bench().open().getDebate(key)).toBeNull();
    });

    it("keeps a known outcome beside a state that others write, until it is replaced", async () => {
      const key = newKey();
      const report = (outcome: "right" | "wrong") =>
        bench()
          .open()
          .markDebate(key, { set: "knownOutcome", knownOutcome: { outcome, at: "2026-11-21T12:00:00.000Z" } });
      await report("right");
      expect(await bench().open().getDebate(key)).toBeNull();
      await bench().open().createDebate(record(key));
      await report("right");
      await bench()
        .open()
        .putState({ ...key, version: 9, state: state({ round: 1 }) });
      expect(await bench().open().getDebate(key)).toMatchObject({ version: 9, knownOutcome: { outcome: "right" } });
      await report("wrong");
      expect(await bench().open().getDebate(key)).toMatchObject({ knownOutcome: { outcome: "wrong" } });
    });

    it("knows no debate that was not created", async () => {
      expect(await bench().open().getDebate(newKey())).toBeNull();
      expect(await bench().open().getConfig(newKey())).toBeNull();
    });

    it("answers not-found for an id that no key could hold", async () => {
      const key = { tenant: "default", debateId: "x".repeat(5000) };
      await expect(bench().open().getDebate(key)).rejects.toMatchObject({ code: "not-found" });
    });

    it("returns a long topic and context whole, while META stays small", async () => {
      const key = newKey();
      const long = config({ topic: "t".repeat(20_000), context: "c".repeat(100_000) });
      await bench()
        .open()
        .createDebate(record(key, { config: long }));
      expect((await bench().open().getDebate(key))?.config).toEqual(long);
      const [meta] = await bench().items(key, "META");
      expect(JSON.stringify(meta).length).toBeLessThan(8_000);
    });

    it("splits a configuration that no single item could hold", async () => {
      const key = newKey();
      const huge = config({ context: '日本語 "quoted" 🙂\n'.repeat(40_000) });
      expect(
        await bench()
          .open()
          .createDebate(record(key, { config: huge })),
      ).toBe(true);
      expect(await bench().open().getConfig(key)).toEqual(huge);
      expect((await bench().items(key, "CONFIG#PART#")).length).toBeGreaterThan(1);
    });

    it("says that it created a debate although the answer to the put was lost", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      let lost = 0;
      proxy.decide((seen) => (seen.body.includes("GSI1PK") && lost++ === 0 ? "lose-answer" : "pass"));
      expect(await store.createDebate(record(key))).toBe(true);
      expect(lost).toBeGreaterThan(1);
    });

    it("lets a creation that died after its configuration be repeated", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      proxy.decide((seen) => (seen.body.includes("GSI1PK") ? "lose-request" : "pass"));
      await expect(store.createDebate(record(key))).rejects.toMatchObject({ code: "unavailable" });
      expect(await bench().open().getDebate(key)).toBeNull();
      expect(await bench().open().createDebate(record(key))).toBe(true);
    });

    it("reads an immutable configuration once", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      await bench().open().createDebate(record(key));
      const one = await store.getConfig(key);
      const requests = proxy.count();
      expect(await store.getConfig(key)).toEqual(one);
      expect(proxy.count()).toBe(requests);
    });

    it("hands out configurations that a caller may change without harm", async () => {
      const store = bench().open();
      const key = newKey();
      await store.createDebate(record(key));
      const mine = await store.getConfig(key);
      mine?.tags.push("changed");
      expect((await store.getConfig(key))?.tags).toEqual(["drinks"]);
    });
  });

  describe("a changed configuration", () => {
    it("is in force, and shown in lists, once a state names its revision; the first one stays readable", async () => {
      const key = newKey();
      const store = bench().open();
      await store.createDebate(record(key));
      const topic = "long ".repeat(100_000);
      const revision = await store.putConfig(key, config({ topic, tags: ["new"], request: { topic } }));
      expect((await bench().open().getDebate(key))?.config).toEqual(config());
      await store.putState({ ...key, version: 2, state: state({ revision }) });
      const now = await bench().open().getDebate(key);
      expect(now?.config).toMatchObject({ topic, tags: ["new"] });
      expect(
        await bench()
          .open()
          .getConfig({ ...key, revision }),
      ).toEqual(now?.config);
      expect(await bench().open().getConfig(key)).toEqual(config());
      const { records } = await store.listDebates({ tenant: key.tenant, limit: 1, tags: ["new"] });
      expect(records.map((r) => r.id)).toEqual([key.debateId]);
      expect(records[0]?.config).not.toHaveProperty("request");
    });

    it("has the same revision when it is kept twice, and none of another debate is found", async () => {
      const key = newKey();
      const store = bench().open();
      const revision = await store.putConfig(key, config());
      expect(await store.putConfig(key, config())).toBe(revision);
      await expect(
        bench()
          .open()
          .getConfig({ ...newKey(), revision }),
      ).rejects.toMatchObject({ code: "internal" });
    });
  });

  describe("the text of an interjection", () => {
    it("is put once", async () => {
      const key = newKey();
      await bench().open().records.put(key, NOTES, "first", { note: "n1" });
      await bench().open().records.put(key, NOTES, "second", { note: "n1" });
      expect(await bench().open().records.get(key, NOTES, { note: "n1" })).toBe("first");
      expect(await bench().open().records.get(key, NOTES, { note: "n2" })).toBeNull();
    });
  });

  describe("a debate's state", () => {
    it("is replaced by a newer version only", async () => {
      const store = bench().open();
      const key = newKey();
      await store.createDebate(record(key));
      await store.putState({ ...key, version: 5, state: state({ status: "running", round: 2 }) });
      await store.putState({ ...key, version: 4, state: state({ status: "validating" }) });
      await store.putState({ ...key, version: 5, state: state({ status: "paused" }) });
      expect(await store.getDebate(key)).toMatchObject({ version: 5, state: { status: "running", round: 2 } });
    });

    it("ends at the highest version whatever the order of the writers", async () => {
      const key = newKey();
      await bench().open().createDebate(record(key));
      const versions = range(2, 25).toSorted((a, b) => ((a * 7) % 25) - ((b * 7) % 25));
      await Promise.all(
        versions.map((version) =>
          bench()
            .open()
            .putState({ ...key, version, state: state({ round: version }) }),
        ),
      );
      expect(await bench().open().getDebate(key)).toMatchObject({ version: 25, state: { round: 25 } });
    });

    it("makes no debate where there is none", async () => {
      const store = bench().open();
      const key = newKey();
      await store.putState({ ...key, version: 5, state: state() });
      expect(await store.getDebate(key)).toBeNull();
    });
  });

  describe("a discarded debate", () => {
    it("leaves nothing behind, and its id can be used again", async () => {
      const store = bench().open();
      const key = newKey();
      await store.createDebate(record(key, { config: config({ context: "c".repeat(700_000) }) }));
      await store.log.append({ debate: key, since: 0, events: range(1, 80).map((n) => delta(n)) });
      await store.discardDebate(key);
      expect(await bench().items(key)).toEqual([]);
      const again = record(key, { config: config({ topic: "again" }) });
      expect(await store.createDebate(again)).toBe(true);
      expect(await store.getDebate(key)).toMatchObject(again);
      expect(await store.getConfig(key)).toEqual(again.config);
      expect(await store.log.append({ debate: key, since: 0, events: [delta(1)] })).toMatchObject({ head: 1 });
    });
  });

  describe("tenants", () => {
    it("see nothing of each other, even under the same id", async () => {
      const store = bench().open();
      const mine = newKey(newTenant());
      const theirs = { ...mine, tenant: newTenant() };
      await store.createDebate(record(mine));
      await store.records.put(mine, TURNS, turn("g1-r1-t1"));
      await store.log.append({ debate: mine, since: 0, events: [delta(1)] });
      expect(await store.getDebate(theirs)).toBeNull();
      expect(await store.getConfig(theirs)).toBeNull();
      expect(await store.records.get(theirs, TURNS, { id: "g1-r1-t1" })).toBeNull();
      expect(await store.records.list(theirs, TURNS, { generation: 1 })).toEqual([]);
      expect(await store.log.read({ debate: theirs, after: 0, limit: 10 })).toEqual({ events: [], terminal: false });
      expect((await store.listDebates({ tenant: theirs.tenant, limit: 10 })).records).toEqual([]);
    });

    it("cannot be reached by an id or a tenant made of key pieces", async () => {
      const store = bench().open();
      await store.createDebate(record({ tenant: "a#D#b", debateId: "c" }));
      expect(await store.getDebate({ tenant: "a", debateId: "b#D#c" })).toBeNull();
      expect(await store.getDebate({ tenant: "a#D#b", debateId: "c" })).not.toBeNull();
      expect((await store.listDebates({ tenant: "a#D#b#configuring", limit: 5 })).records).toEqual([]);
    });
  });
}
