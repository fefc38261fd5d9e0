import { describe, expect, it } from "vitest";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import type { TableStore } from "../../../store/index.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import { lookAgain, nothingFor } from "../../support/waits.ts";
import type { Bench } from "../bench.ts";
import { delta, newKey, plain, range, theEnd } from "../fixtures.ts";
import type { Proxy } from "../proxy.ts";

interface Following {
  ids: number[];
  /** Resolves once this id has come. */
  reached(id: number): Promise<void>;
  ended: Promise<void>;
  abort(): void;
}

function follow(store: TableStore, debate: DebateKey, after = 0): Following {
  const control = new AbortController();
  const ids: number[] = [];
  const waiting: { id: number; resolve: () => void }[] = [];
  const arrive = (event: LogEvent) => {
    ids.push(event.id);
    for (const one of waiting) if (event.id >= one.id) one.resolve();
  };
  const ended = (async () => {
    for await (const event of store.log.follow({ debate, after, signal: control.signal })) arrive(event);
  })();
  return {
    ids,
    ended,
    abort: () => control.abort(),
    reached(id) {
      if ((ids.at(-1) ?? 0) >= id) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ id, resolve });
      return promise;
    },
  };
}

/** Reads of the log: of a page, or a look at the next place. */
const reads = (proxy: Proxy) => proxy.count("Query") + proxy.count("BatchGetItem");

/** Resolves when the proxy has seen `more` further reads. */
async function furtherReads(proxy: Proxy, more: number): Promise<void> {
  const target = reads(proxy) + more;
  while (reads(proxy) < target) await lookAgain(5);
}

export function describeTail(bench: () => Bench): void {
  describe("following the log", () => {
    it("gives all that was written, then what another process writes, then ends", async () => {
      const [writer, reader] = [bench().open(), bench().open()];
      const debate = newKey();
      await writer.log.append({ debate, since: 0, events: range(1, 70).map(plain) });
      const following = follow(reader, debate);
      await following.reached(70);
      for (const n of range(1, 30)) await writer.log.append({ debate, since: 70, events: [delta(n)] });
      await writer.log.append({ debate, since: 70, events: [theEnd()] });
      await following.ended;
      expect(following.ids).toEqual(range(1, 101));
    });

    it("resumes exactly after an id, also within an item", async () => {
      const [writer, reader] = [bench().open(), bench().open()];
      const debate = newKey();
      await writer.log.append({ debate, since: 0, events: range(1, 40).map(plain) });
      const following = follow(reader, debate, 17);
      await following.reached(40);
      await writer.log.append({ debate, since: 0, events: [plain(41), theEnd()] });
      await following.ended;
      expect(following.ids).toEqual(range(18, 42));
    });

    it("gives a late reader everything and the end, and nothing to one who has it all", async () => {
      const store = bench().open();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [...range(1, 120).map(plain), theEnd()] });
      const [all, nothing, beyond] = [follow(store, debate), follow(store, debate, 121), follow(store, debate, 900)];
      await Promise.all([all.ended, nothing.ended, beyond.ended]);
      expect(all.ids).toEqual(range(1, 121));
      expect(nothing.ids).toEqual([]);
      expect(beyond.ids).toEqual([]);
    });

    it("waits for a debate that has no events yet", async () => {
      const [writer, reader] = [bench().open(), bench().open()];
      const debate = newKey();
      const following = follow(reader, debate);
      await writer.log.append({ debate, since: 0, events: [plain(1), theEnd()] });
      await following.ended;
      expect(following.ids).toEqual([1, 2]);
    });

    it("wakes at once, without a read, when its own process writes", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [plain(1)] });
      const following = follow(store, debate);
      await following.reached(1);
      // After some polls that found nothing the next one is far away.
      await furtherReads(proxy, 5);
      const before = reads(proxy);
      await store.log.append({ debate, since: 1, events: [delta(1), delta(2)] });
      await following.reached(3);
      expect(reads(proxy)).toBe(before);
      following.abort();
      await following.ended;
    });

    it("keeps the order when this process and another write by turns", async () => {
      const [one, other] = [bench().open(), bench().open()];
      const debate = newKey();
      const following = follow(one, debate);
      for (const n of range(1, 25)) {
        await one.log.append({ debate, since: 0, events: [plain(n)] });
        await other.log.append({ debate, since: 0, events: [delta(n)] });
      }
      await other.log.append({ debate, since: 0, events: [theEnd()] });
      await following.ended;
      expect(following.ids).toEqual(range(1, 51));
    });

    it("watches once for all followers of a debate", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const debate = newKey();
      const writer = bench().open();
      await writer.log.append({ debate, since: 0, events: [plain(1)] });
      const followers = range(1, 20).map(() => follow(store, debate));
      await Promise.all(followers.map((one) => one.reached(1)));
      const before = reads(proxy);
      await writer.log.append({ debate, since: 0, events: [plain(2), theEnd()] });
      await Promise.all(followers.map((one) => one.ended));
      expect(followers.map((one) => one.ids)).toEqual(followers.map(() => [1, 2, 3]));
      expect(reads(proxy) - before).toBeLessThan(20);
    });

    it("gives a slow follower everything, though more is written than is kept", async () => {
      const store = bench().open();
      const debate = newKey();
      const { signal } = new AbortController();
      const slow = store.log.follow({ debate, after: 0, signal })[Symbol.asyncIterator]();
      await store.log.append({ debate, since: 0, events: [plain(1)] });
      const seen = [(await slow.next()).value?.id];
      const text = "x".repeat(5_000);
      await store.log.append({ debate, since: 0, events: range(1, 1500).map((n) => delta(n, { text })) });
      await store.log.append({ debate, since: 0, events: [theEnd()] });
      for (let step = await slow.next(); !step.done; step = await slow.next()) seen.push(step.value.id);
      expect(seen).toEqual(range(1, 1502));
    });

    it("ends soon and silently when aborted, and looks no more when nobody follows", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [plain(1)] });
      const [one, other] = [follow(store, debate), follow(store, debate)];
      await Promise.all([one.reached(1), other.reached(1)]);
      one.abort();
      await one.ended;
      await store.log.append({ debate, since: 0, events: [plain(2)] });
      await other.reached(2);
      other.abort();
      await other.ended;
      expect(one.ids).toEqual([1]);
      const before = proxy.count();
      // Longer than the longest wait between two looks. One may have been under way.
      await nothingFor(1_200);
      expect(proxy.count() - before).toBeLessThanOrEqual(1);
    });

    it("ends although the engine does not answer when it is aborted", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      proxy.decide(() => "lose-request");
      const following = follow(store, newKey());
      await furtherReads(proxy, 2);
      following.abort();
      await following.ended;
      expect(following.ids).toEqual([]);
    });

    it("gives nothing when it is aborted before it starts", async () => {
      const store = bench().open();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [plain(1)] });
      const seen: LogEvent[] = [];
      for await (const event of store.log.follow({ debate, after: 0, signal: AbortSignal.abort() })) seen.push(event);
      expect(seen).toEqual([]);
    });

    it("outlasts an engine that is away for a while", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const debate = newKey();
      const writer = bench().open();
      await writer.log.append({ debate, since: 0, events: [plain(1)] });
      const following = follow(store, debate);
      await following.reached(1);
      proxy.decide(() => "lose-request");
      await writer.log.append({ debate, since: 0, events: [plain(2), theEnd()] });
      await furtherReads(proxy, 4);
      expect(following.ids).toEqual([1]);
      proxy.decide(() => "pass");
      await following.ended;
      expect(following.ids).toEqual([1, 2, 3]);
    });

    it("ends when the store is closed", async () => {
      const store = bench().open();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [plain(1)] });
      const following = follow(store, debate);
      await following.reached(1);
      store.close();
      await following.ended;
      expect(following.ids).toEqual([1]);
    });

    it("can be taken up again after all have left", async () => {
      const [store, writer] = [bench().open(), bench().open()];
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [plain(1)] });
      const early = follow(store, debate);
      await early.reached(1);
      early.abort();
      await early.ended;
      await writer.log.append({ debate, since: 0, events: [plain(2)] });
      const late = follow(store, debate, 1);
      await late.reached(2);
      await store.log.append({ debate, since: 0, events: [theEnd()] });
      await late.ended;
      expect(late.ids).toEqual([2, 3]);
    });
  });
}
