/** Deltas expire by themselves, also in a log that goes on. Time is not waited for: the items are made older. */
import { describe, expect, it } from "vitest";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { KeyedEvent } from "../../../store/port/log.port.ts";
import type { Bench, RawItem } from "../bench.ts";
import { completed, delta, newKey, plain, range, record, state, theEnd, turn } from "../fixtures.ts";

const DAY = 86_400;
const TURN = "g1-r1-t1";

function spoken(type: "turn.started" | "turn.restarted", attempt: number): KeyedEvent {
  const { at } = plain(1).event;
  const about = { round: 1, phase: "response", participantId: "p1", turnId: TURN, attempt } as const;
  const key = `${TURN}/${attempt}/s`;
  if (type === "turn.started") return { key, event: { type, at, data: { ...about, model: "openai/gpt-5.5" } } };
  return { key, event: { type, at, data: { ...about, kind: "crashed", message: "" } } };
}

export function describeExpiry(bench: () => Bench): void {
  const append = (debate: DebateKey, events: KeyedEvent[], since = 0) =>
    bench().open().log.append({ debate, since, events });
  const read = (debate: DebateKey, after = 0) => bench().open().log.read({ debate, after, limit: 1_000 });
  const idsAfter = async (debate: DebateKey, after = 0) => (await read(debate, after)).events.map(({ id }) => id);
  const deltasOf = async (debate: DebateKey) =>
    (await bench().items(debate, "EVENT#")).filter(({ deltas }) => deltas === true);

  /** As if the log had been written so many seconds earlier. */
  async function age(debate: DebateKey, seconds: number): Promise<void> {
    const older = ({ PK, SK, ...rest }: RawItem): RawItem => ({
      PK,
      SK,
      ...Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [name, TIMES.has(name) ? Number(value) - seconds : value]),
      ),
    });
    for (const item of await bench().items(debate, "EVENT#")) await bench().put(older(item));
  }

  describe("deltas that expire", () => {
    it("have their time to live from the beginning, and nobody writes them again", async () => {
      const debate = newKey();
      const { store, proxy } = await bench().openBehindProxy();
      await store.createDebate(record(debate));
      await store.log.append({ debate, since: 0, events: [plain(1), delta(1), plain(2), delta(2), theEnd()] });
      const items = await bench().items(debate, "EVENT#");
      const now = Date.now() / 1000;
      expect(items.map(({ expiresAt }) => expiresAt && Math.abs(Number(expiresAt) - now - DAY) < 60)).toEqual([
        undefined,
        true,
        undefined,
        true,
        undefined,
      ]);
      const before = proxy.count();
      await store.putState({ ...debate, version: 2, state: state({ status: "completed" }) });
      const bodies = proxy.seen.slice(before).map(({ body }) => body);
      expect(bodies.length).toBeGreaterThan(0);
      expect(bodies.filter((body) => body.includes("ENDED#"))).toEqual([]);
    });

    it("leave holes that readers pass in a log that goes on, whatever part of them is gone", async () => {
      const debate = newKey();
      for (const event of [plain(1), ...range(1, 6).map((n) => delta(n)), plain(2), delta(7), plain(3)])
        await append(debate, [event]);
      await age(debate, DAY + 600);
      const deltas = await deltasOf(debate);
      expect(deltas).toHaveLength(7);
      for (const nth of [1, 4]) await bench().remove(deltas[nth] as RawItem);
      expect(await idsAfter(debate), "an expired item that is still there is not shown").toEqual([1, 8, 10]);
      for (const item of deltas) await bench().remove(item);
      expect(await idsAfter(debate)).toEqual([1, 8, 10]);
      for (const after of range(1, 7)) expect(await idsAfter(debate, after)).toEqual([8, 10]);
      expect(await append(debate, [plain(2)])).toMatchObject({ head: 8, known: ["w/2"] });
      expect(await append(debate, [delta(8), plain(4)], 5)).toMatchObject({ head: 12 });
      expect(await idsAfter(debate)).toEqual([1, 8, 10, 11, 12]);
    });

    it("leave holes that readers pass in a log that is over, and nothing is written above them", async () => {
      const debate = newKey();
      for (const event of [plain(1), delta(1), delta(2), plain(2), delta(3), theEnd()]) await append(debate, [event]);
      await age(debate, DAY + 600);
      for (const item of await deltasOf(debate)) await bench().remove(item);
      const page = await bench().open().log.read({ debate, after: 0, limit: 10 });
      expect(page).toMatchObject({ events: [{ id: 1 }, { id: 4 }, { id: 6 }], terminal: true });
      expect(await idsAfter(debate, 2)).toEqual([4, 6]);
      expect(await append(debate, [delta(9)], 2)).toMatchObject({ head: 6 });
    });

    it("leave pages full: a page ends before its limit only where the log does", async () => {
      const debate = newKey();
      for (const n of range(1, 12)) {
        await append(debate, [plain(n)]);
        await append(debate, [delta(3 * n), delta(3 * n + 1), delta(3 * n + 2)]);
      }
      await age(debate, DAY + 600);
      for (const item of await deltasOf(debate)) await bench().remove(item);
      const seen: number[] = [];
      for (let events = 5; events === 5; ) {
        const page = (
          await bench()
            .open()
            .log.read({ debate, after: seen.at(-1) ?? 0, limit: 5 })
        ).events;
        seen.push(...page.map(({ id }) => id));
        events = page.length;
      }
      expect(seen).toEqual(range(0, 11).map((n) => 4 * n + 1));
    });

    it("stand before a turn's completion as its last words, in one item, and are not shown once their time is over", async () => {
      const debate = newKey();
      const words = (n: number) => [{ ...delta(n), before: `w/${n}` }, plain(n)];
      await append(debate, [plain(1), delta(1)]);
      await append(debate, [...words(2), ...words(3)]);
      await append(debate, [...words(3), plain(4)]);
      const [, , mixed, ...others] = await bench().items(debate, "EVENT#");
      expect(mixed).toMatchObject({ count: 4, words: [0, 2] });
      expect(mixed).not.toHaveProperty("expiresAt");
      expect(others).toHaveLength(1);
      expect(await idsAfter(debate)).toEqual(range(1, 7));
      await age(debate, DAY + 600);
      for (const item of await deltasOf(debate)) await bench().remove(item);
      expect(await idsAfter(debate)).toEqual([1, 4, 6, 7]);
      for (const after of range(1, 6))
        expect(await idsAfter(debate, after)).toEqual([4, 6, 7].filter((id) => id > after));
      const pages = [0, 1, 4].map((after) => bench().open().log.read({ debate, after, limit: 2 }));
      expect((await Promise.all(pages)).map(({ events }) => events.map(({ id }) => id))).toEqual([
        [1, 4],
        [4, 6],
        [6, 7],
      ]);
      const keys = ["w/2", "w/3"];
      const standing = await bench().open().log.standing({ debate, since: 0, keys });
      expect(standing.map(({ key, event }) => [key, event.id])).toEqual([
        ["w/2", 4],
        ["w/3", 6],
      ]);
    });

    it("are left out as last words of what is in the log already", async () => {
      const debate = newKey();
      await append(debate, [plain(1)]);
      expect(await append(debate, [{ ...delta(1), before: "w/1" }, plain(1)])).toMatchObject({ known: ["w/1"] });
      expect(await idsAfter(debate)).toEqual([1]);
    });

    it("are known as one run to a writer that begins in its middle", async () => {
      const debate = newKey();
      await append(debate, [plain(1)]);
      for (const n of range(1, 60)) await append(debate, [delta(n)], n);
      await append(debate, [plain(2)], 60);
      const [last] = (await bench().items(debate, "EVENT#")).slice(-1);
      expect(last).toMatchObject({ SK: "EVENT#000000000062", deltasFrom: 2 });
    });

    it("do not excuse a hole before their time, nor one of anything else", async () => {
      const [young, other] = [newKey(), newKey()];
      for (const event of [plain(1), delta(1), plain(2), delta(2), plain(3)]) {
        await append(young, [event]);
        await append(other, [event]);
      }
      await age(young, DAY / 2);
      await bench().remove((await deltasOf(young))[0] as RawItem);
      await expect(read(young)).rejects.toMatchObject({ code: "internal" });
      await age(other, DAY + 600);
      for (const item of await deltasOf(other)) await bench().remove(item);
      expect(await idsAfter(other)).toEqual([1, 3, 5]);
      await bench().remove((await bench().items(other, "EVENT#"))[1] as RawItem);
      await expect(read(other)).rejects.toMatchObject({ code: "internal" });
    });

    it("keep their ids, when they were the end of the log and all writers were away", async () => {
      const debate = newKey();
      await append(debate, [plain(1), spoken("turn.started", 1)]);
      for (const n of range(1, 5)) await append(debate, [delta(n)]);
      await age(debate, DAY + 600);
      for (const item of await deltasOf(debate)) await bench().remove(item);
      expect(await idsAfter(debate)).toEqual([1, 2]);
      const reader = bench()
        .open()
        .log.follow({ debate, after: 7, signal: AbortSignal.timeout(30_000) });
      const { head } = await append(debate, [spoken("turn.restarted", 2), delta(1, { attempt: 2 })]);
      expect(head).toBeGreaterThan(7);
      const whole = { ...completed(turn(TURN, { attempt: 2 })), key: `${TURN}/2/9` };
      await append(debate, [whole, theEnd()], 2);
      const seen = await Array.fromAsync(reader, ({ id, type }) => [id, type]);
      const types = ["turn.restarted", "turn.delta", "turn.completed", "debate.completed"];
      expect(seen).toEqual(types.map((type, n) => [head - 1 + n, type]));
      expect(await idsAfter(debate)).toEqual([1, 2, ...range(head - 1, head + 2)]);
    });

    it("are not looked for where nobody spoke: a debate that waited goes on with the next id", async () => {
      const debate = newKey();
      const whole = { ...completed(turn(TURN)), key: `${TURN}/1/9` };
      await append(debate, [plain(1), spoken("turn.started", 1), delta(1), whole, plain(2)]);
      await age(debate, 30 * DAY);
      for (const item of await deltasOf(debate)) await bench().remove(item);
      expect(await append(debate, [plain(3)])).toMatchObject({ head: 6 });
    });
  });
}

/** Attributes of items in seconds since 1970. */
const TIMES = new Set(["putAt", "expiresAt", "deltasUntil", "wordsUntil"]);
