import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ENDED_SESSIONS } from "../../../../domain/around/outside-records.ts";
import type { Bench } from "../../bench.ts";

export function describeSessions(bench: () => Bench): void {
  const end = (id: string, until: number) => bench().open().records.put({ id }, ENDED_SESSIONS, until);
  const isEnded = async (id: string) => (await bench().open().records.get({ id }, ENDED_SESSIONS, {})) !== null;

  describe("sessions", () => {
    it("are ended in every process, each by itself, and may be ended twice", async () => {
      const [ended, other] = [randomUUID(), randomUUID()];
      const until = Math.ceil(Date.now() / 1000) + 3_600;
      expect(await isEnded(ended)).toBe(false);
      await end(ended, until);
      await end(ended, until);
      expect([await isEnded(ended), await isEnded(other)]).toEqual([true, false]);
    });
  });
}
