/** Keys with limits in USD on models that bill every reply alike, for the tests of everything that spends. */
import { beforeEach, expect } from "vitest";
import type { QuotaView } from "../../../domain/around/quotas/quota.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { aloneReply, isAlone } from "../experiments/lab.ts";

export const POLL = { timeout: 40_000, interval: 50 };
export const TIMEOUT = 60_000;
/** USD for a million tokens of either kind, so a token is a thousandth of a dollar. */
const PRICE = { priceUsdPerMTok: { input: 1_000, output: 1_000 } };
/** Every reply is billed alike. */
export const USAGE = { input: 50, output: 10 };
const CALL_USD = 0.06;

export const speakers = ["Ada", "Ben"].map((name) => ({
  name,
  model: { model: "openai/gpt-5.5", ...PRICE, maxOutputTokens: 64 },
  position: `${name} is right.`,
}));
export const judge = { model: { model: "openai/gpt-5.5", ...PRICE, maxOutputTokens: 256 }, bothOrders: false };
export const debate = (changes: object = {}) =>
  requestOf({ maxRounds: 1, judging: "final-only", participants: speakers, judge, ...changes });

export interface Caller {
  ask: (path: string, body?: unknown, method?: string) => ReturnType<World["request"]>;
  used: () => Promise<number>;
}

export async function useSpenders() {
  const world = await useWorld({});
  beforeEach(() => sell(world));
  return spendersOf(world);
}

/** Models that bill every reply alike. */
export function sell({ models }: World): void {
  const script = debaters(["p1", "p2"]);
  models.use((request) => ({ ...(isAlone(request) ? aloneReply("A") : script(request)), usage: USAGE }));
  models.forget();
}

export async function spendersOf(world: World) {
  const { token: admin } = (await world.post("/v1/keys", { scopes: ["admin"] })).body;

  /** As a key sees it. */
  function callerOf(token: string): Caller {
    const ask: Caller["ask"] = (path, body, method = body === undefined ? "GET" : "POST") =>
      world.request(path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    return { ask, used: async () => ((await ask("/v1/quota")).body.key as QuotaView).used.usdPerDay };
  }

  async function keyWith(usdPerDay: number): Promise<Caller> {
    const { body } = await callerOf(admin).ask("/v1/keys", { scopes: ["write"], usdPerDay });
    return callerOf(body.token);
  }

  const sold = () => world.models.journal.length * CALL_USD;

  async function isCounted({ used }: Caller): Promise<void> {
    await expect.poll(used, POLL).toBeCloseTo(sold(), 6);
  }

  return { world, admin, callerOf, keyWith, sold, isCounted };
}
