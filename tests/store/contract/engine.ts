import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { TURNS } from "../../../domain/play/records/kinds.record.ts";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { createStore } from "../../../store/index.ts";
import { LOCAL_CREDENTIALS } from "../../support/servers/dynamodb.ts";
import { within } from "../../support/waits.ts";
import type { Bench } from "../bench.ts";
import { completed, delta, newKey, record, state, turn } from "../fixtures.ts";

/** A ping gives up after two seconds. Ten times that is no machine's fault. */
const SOON_MS = 20_000;

export function describeEngine(bench: () => Bench): void {
  const open = (endpoint: string, table = "parley") =>
    createStore({ endpoint, region: "us-east-1", table, credentials: LOCAL_CREDENTIALS });

  describe("the engine", () => {
    it("gets its table from whoever comes first, however many come at once", async () => {
      const table = `parley-${Date.now()}`;
      const stores = [1, 2, 3, 4].map(() => open(bench().endpoint(), table));
      await Promise.all(stores.map((store) => store.ensureTable()));
      await stores[0]?.ensureTable();
      expect(await stores[1]?.createDebate(record(newKey()))).toBe(true);
      for (const store of stores) store.close();
    });

    it("answers a ping", async () => {
      await expect(bench().open().ping()).resolves.toBeUndefined();
    });

    it("is refused as internal, not as unavailable, when it has no such table", async () => {
      const store = open(bench().endpoint(), "no-such-table");
      await expect(store.ping()).rejects.toMatchObject({ code: "internal" });
      store.close();
    });

    it("is unavailable when nobody listens", async () => {
      const store = open(`http://127.0.0.1:${await freePort()}`);
      await expect(within(SOON_MS, store.ping())).rejects.toMatchObject({ code: "unavailable" });
      await expect(within(SOON_MS, store.getDebate(newKey()))).rejects.toMatchObject({ code: "unavailable" });
      store.close();
    });

    it("fails a ping when it takes connections and says nothing", async () => {
      const silent = createServer();
      await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
      const store = open(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
      await expect(within(SOON_MS, store.ping())).rejects.toMatchObject({ code: "unavailable" });
      store.close();
      silent.close();
    });

    it("gets five requests for a turn, a streamed piece of it included", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      await store.createDebate(record(key));
      const { head } = await store.log.append({ debate: key, since: 0, events: [delta(0)] });
      const before = proxy.count();
      const spoken = turn("g1-r1-t1");
      const started = { key: "g1-r1-t1/1/0s", event: delta(0).event };
      await store.log.append({ debate: key, since: head, events: [started] });
      await store.log.append({ debate: key, since: head, events: [delta(1)] });
      await store.records.put(key, TURNS, spoken);
      await store.log.append({ debate: key, since: head, events: [completed(spoken)] });
      await store.putState({ ...key, version: 2, state: state({ status: "running" }) });
      const operations = proxy.seen.slice(before).map((one) => one.operation);
      expect(operations).toEqual(["PutItem", "PutItem", "PutItem", "PutItem", "UpdateItem"]);
    });
  });
}
