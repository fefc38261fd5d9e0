import { describe, expect, it } from "vitest";
import type { StoredShare } from "../../../../domain/play/records/stored.ts";
import { createShares, findShare, putShare } from "../../../../features/shares/api/shares.ts";
import type { Bench } from "../../bench.ts";
import { newKey } from "../../fixtures.ts";

const share = (id: string, minute = 0): StoredShare => ({
  id,
  hash: `${id}-hash-${crypto.randomUUID()}`,
  createdAt: `2026-11-21T12:0${minute}:00.000Z`,
  expiresAt: "2099-11-21T13:00:00.000Z",
});

export function describeShares(bench: () => Bench): void {
  const open = () => bench().open().records;
  const shares = () => createShares({ store: bench().open(), now: () => new Date() });
  const find = (hash: string) => findShare(open(), hash);

  describe("shares", () => {
    it("are found by their token's hash and listed by their debate, oldest first", async () => {
      const [key, other] = [newKey(), newKey()];
      const [late, early] = [share("a", 2), share("b", 1)];
      for (const each of [late, early]) await putShare(open(), key, each);
      expect(await find(late.hash)).toEqual({ ...key, ...late });
      expect(await find("nobody's")).toBeNull();
      expect(await shares().list(key)).toEqual([early, late]);
      expect(await shares().list(other)).toEqual([]);
    });

    it("are gone once they are removed, by their own debate alone", async () => {
      const [key, other] = [newKey(), newKey()];
      const kept = share("a");
      await putShare(open(), key, kept);
      expect(await shares().revoke(other, "a")).toBe(false);
      expect(await shares().revoke(key, "a")).toBe(true);
      expect(await shares().revoke(key, "a")).toBe(false);
      expect(await find(kept.hash)).toBeNull();
      expect(await shares().list(key)).toEqual([]);
    });

    it("are erased with their debate", async () => {
      const key = newKey();
      const kept = share("a");
      await putShare(open(), key, kept);
      await bench().open().eraseDebate(key);
      expect(await find(kept.hash)).toBeNull();
      expect(await bench().items(key)).toEqual([]);
    });

    it("throw not-found for an id that is too long for a key", async () => {
      await expect(shares().revoke(newKey(), "x".repeat(2_000))).rejects.toMatchObject({ code: "not-found" });
    });
  });
}
