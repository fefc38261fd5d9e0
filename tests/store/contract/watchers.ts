import { describe, expect, it } from "vitest";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import type { TableStore } from "../../../store/index.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { Bench } from "../bench.ts";
import { delta, newKey, plain, range, theEnd } from "../fixtures.ts";
import type { Proxy } from "../proxy.ts";

interface Watcher {
  batches: (readonly LogEvent[])[];
  reached(id: number): Promise<void>;
  ended: Promise<void>;
}

function watch(store: TableStore, debate: DebateKey, after = 0, signal = new AbortController().signal): Watcher {
  const batches: (readonly LogEvent[])[] = [];
  let changed = Promise.withResolvers<void>();
  const last = () => batches.at(-1)?.at(-1)?.id ?? after;
  const ended = (async () => {
    for await (const batch of store.log.batches({ debate, after, signal })) {
      batches.push(batch);
      changed.resolve();
      changed = Promise.withResolvers();
    }
  })();
  return {
    batches,
    ended,
    async reached(id) {
      while (last() < id) await changed.promise;
    },
  };
}

const idsOf = ({ batches }: Watcher) => batches.flat().map(({ id }) => id);

/** How many places each look was for. */
const looks = ({ seen }: Proxy) =>
  seen.flatMap(({ operation, body }) => (operation === "BatchGetItem" ? [body.split('"EVENT#').length - 1] : []));

export function describeWatchers(bench: () => Bench): void {
  describe("many who follow", () => {
    it("read what was once, however many come and whenever", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const writer = bench().open();
      const debate = newKey();
      await writer.log.append({ debate, since: 0, events: range(1, 450).map((n) => delta(n)) });
      const early = range(1, 30).map(() => watch(store, debate));
      await Promise.all(early.map((one) => one.reached(450)));
      const reads = proxy.count("Query");
      const late = range(1, 30).map(() => watch(store, debate));
      await Promise.all(late.map((one) => one.reached(450)));
      expect(proxy.count("Query")).toBe(reads);
      expect(reads).toBeLessThanOrEqual(Math.ceil(450 / 50) + 3);
      await writer.log.append({ debate, since: 450, events: [theEnd()] });
      await Promise.all([...early, ...late].map((one) => one.ended));
      for (const one of [...early, ...late]) expect(idsOf(one)).toEqual(range(1, 451));
    });

    it("read once what lies below the place of who came first", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const writer = bench().open();
      const debate = newKey();
      for (const n of range(1, 60)) await writer.log.append({ debate, since: n - 1, events: [plain(n)] });
      const first = watch(store, debate, 55);
      await first.reached(60);
      const before = proxy.count("Query");
      const others = [0, 20, 0, 56, 60].map((after) => ({ after, watcher: watch(store, debate, after) }));
      await Promise.all(others.map(({ watcher }) => watcher.reached(60)));
      const further = watch(store, debate, 10);
      await further.reached(60);
      expect(proxy.count("Query") - before).toBeLessThanOrEqual(2);
      await writer.log.append({ debate, since: 60, events: [theEnd()] });
      await Promise.all([first, further, ...others.map(({ watcher }) => watcher)].map((one) => one.ended));
      expect(idsOf(first)).toEqual(range(56, 61));
      expect(idsOf(further)).toEqual(range(11, 61));
      for (const { after, watcher } of others) expect(idsOf(watcher)).toEqual(range(after + 1, 61));
    });

    it("get the same batches, so that what is made of them can be shared", async () => {
      const [writer, store] = [bench().open(), bench().open()];
      const debate = newKey();
      await writer.log.append({ debate, since: 0, events: range(1, 250).map((n) => delta(n)) });
      const [one, other] = [watch(store, debate), watch(store, debate)];
      await Promise.all([one.reached(250), other.reached(250)]);
      await writer.log.append({ debate, since: 250, events: [theEnd()] });
      await Promise.all([one.ended, other.ended]);
      expect(one.batches.length).toBeGreaterThanOrEqual(3);
      expect(one.batches.length).toBe(other.batches.length);
      for (const [n, batch] of one.batches.entries()) expect(other.batches[n]).toBe(batch);
    });

    it("share the looks at their debates, which are not consistent reads", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const writer = bench().open();
      const debates = range(1, 20).map(() => newKey());
      await Promise.all(debates.map((debate) => writer.log.append({ debate, since: 0, events: [plain(1)] })));
      const watchers = debates.map((debate) => watch(store, debate));
      await Promise.all(watchers.map((one) => one.reached(1)));
      const before = looks(proxy).length;
      for (const debate of debates) await writer.log.append({ debate, since: 1, events: [plain(2)] });
      await Promise.all(watchers.map((one) => one.reached(2)));
      const places = looks(proxy).slice(before);
      expect(places.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(2 * places.length);
      expect(proxy.seen.some(({ operation, body }) => operation === "BatchGetItem" && /Consistent/.test(body))).toBe(
        false,
      );
      await Promise.all(debates.map((debate) => writer.log.append({ debate, since: 2, events: [theEnd()] })));
      await Promise.all(watchers.map((one) => one.ended));
    });

    it("see a long event, and one whose places were filled faster than they look", async () => {
      const [writer, store] = [bench().open(), bench().open()];
      const debate = newKey();
      const watcher = watch(store, debate);
      const long = delta(1, { text: "🙂".repeat(200_000) });
      await writer.log.append({ debate, since: 0, events: [long] });
      for (const n of range(1, 30)) await writer.log.append({ debate, since: n, events: [plain(n)] });
      await writer.log.append({ debate, since: 31, events: [theEnd()] });
      await watcher.ended;
      expect(idsOf(watcher)).toEqual(range(1, 32));
      expect(watcher.batches[0]?.[0]).toEqual({ id: 1, ...long.event });
    });

    it("leave one by one without a word to the others", async () => {
      const [writer, store] = [bench().open(), bench().open()];
      const debate = newKey();
      await writer.log.append({ debate, since: 0, events: [plain(1)] });
      const leaving = range(1, 50).map(() => new AbortController());
      const watchers = leaving.map(({ signal }) => watch(store, debate, 0, signal));
      const stays = watch(store, debate);
      await Promise.all([...watchers, stays].map((one) => one.reached(1)));
      for (const control of leaving) control.abort();
      await Promise.all(watchers.map((one) => one.ended));
      await writer.log.append({ debate, since: 1, events: [theEnd()] });
      await stays.ended;
      expect(idsOf(stays)).toEqual([1, 2]);
      for (const one of watchers) expect(idsOf(one)).toEqual([1]);
    });
  });
}
