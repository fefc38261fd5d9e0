import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, GOES_ON } from "../../support/eventually.ts";
import { openWorld } from "../../support/use-world.ts";
import { requestOf, type World } from "../../support/world.ts";
import { ASK, asked, decided, speakerDown } from "./asked.ts";

describe("a decision that waits while every worker is away", () => {
  let other: World;
  beforeAll(async () => {
    other = await openWorld({ workers: false });
  });
  afterAll(() => other.stop());

  it("is still open when one comes back, and is made as if nothing had happened", async () => {
    const first = await other.openWorkers();
    const { id, decision, decide } = await asked(other, requestOf({ maxRounds: 1, policies: ASK }, 3), speakerDown);
    await first.stop();
    expect(await other.debate(id)).toMatchObject({ status: "awaiting_decision", pending: { decision } });
    const second = await other.openWorkers();
    expect((await decide({ option: "drop" })).body).toMatchObject({ status: GOES_ON, pending: null });
    expect(decided(await other.finished(id))).toMatchObject([{ id: "d1", made: { option: "drop", by: "owner" } }]);
    await second.stop();
  });

  it("takes its default when it expired meanwhile, as soon as one comes back", async () => {
    const first = await other.openWorkers();
    const policies = { ...ASK, decisionTimeoutSeconds: 2 };
    const { id, decision } = await asked(other, requestOf({ maxRounds: 1, policies }, 3), speakerDown);
    await first.stop();
    await eventually(() => Date.now() > Date.parse(decision.expiresAt)).toBe(true);
    expect(await other.debate(id)).toMatchObject({ status: "awaiting_decision" });
    const second = await other.openWorkers();
    expect(decided(await other.finished(id))).toMatchObject([{ id: "d1", made: { option: "drop", by: "default" } }]);
    expect(await other.debate(id)).toMatchObject({ status: "completed" });
    await second.stop();
  });
});
