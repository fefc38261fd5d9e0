/** What a debate does when nobody comes for days, with the waits that it has where nobody set others. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../../infra/base/config.infra-base.ts";
import { startLongWaits } from "../../support/long-waits.ts";
import { debaters, type FlatEvent, requestOf, type World } from "../../support/world.ts";
import { ASK, decided, isSpeaker, speakerDown, status } from "../owner/asked.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;
const MONTH = 30 * DAY;
const NO_KEY = { error: { status: 401 } };

const { draftExpiry, errorExpiry, decisionTimeout } = loadConfig({}).durations;
const waits = await startLongWaits();
afterAll(() => waits.stop());

/** Between two events. */
function waited(log: FlatEvent[], from: (e: FlatEvent) => boolean, to: (e: FlatEvent) => boolean): number {
  const at = (holds: (e: FlatEvent) => boolean) => Date.parse(log.find(holds)?.at ?? "");
  return at(to) - at(from);
}

/** It waited so long, and no longer than the server takes for a step. */
function expectWait(ms: number, real: number): void {
  const set = waits.set(real);
  expect(ms).toBeGreaterThanOrEqual(set);
  expect(ms).toBeLessThan(set + MINUTE);
}

describe(`a wait ${waits.way}`, () => {
  let world: World;
  beforeAll(async () => {
    world = await waits.openWorld({
      durations: {
        draftExpiry: waits.set(draftExpiry),
        errorExpiry: waits.set(errorExpiry),
        decisionTimeout: waits.set(decisionTimeout),
      },
    });
  });
  beforeEach(() => world.models.forget());
  afterAll(() => world.stop());

  it("of 7 days ends a draft that nobody touches", async () => {
    const { id } = await world.create({ start: false });
    await waits.pass(world, id, WEEK);
    const log = await world.finished(id);
    expect(log.at(-1)).toMatchObject({ type: "debate.cancelled", reason: "nobody acted in time" });
    expectWait(
      waited(
        log,
        (e) => e.type === "debate.created",
        (e) => e.type === "debate.cancelled",
      ),
      WEEK,
    );
    expect((await world.debate(id)).status).toBe("cancelled");
  });

  it("of 7 days ends a debate in error that nobody looks after as failed", async () => {
    world.models.use(() => NO_KEY);
    const { id } = await world.create(requestOf());
    await waits.pass(world, id, WEEK);
    const log = await world.finished(id);
    expect(log.at(-1)).toMatchObject({ type: "debate.failed", status: "failed" });
    expect(log.find(status("error"))?.["error"]).toMatchObject({ kind: "authentication" });
    expectWait(
      waited(log, status("error"), (e) => e.type === "debate.failed"),
      WEEK,
    );
    expect(await world.debate(id)).toMatchObject({ status: "failed" });
  });

  it.each([
    ["24 hours", DAY, {}],
    ["30 days", MONTH, { decisionTimeoutSeconds: waits.set(MONTH) / 1_000 }],
  ])("of %s for a decision ends with its default", async (_, length, own) => {
    const script = debaters(speakerDown.ids);
    world.models.use((request) => (isSpeaker(request) ? { error: { status: 503 } } : script(request)));
    const { id } = await world.create(requestOf({ maxRounds: 1, policies: { ...ASK, ...own } }, 3));
    await waits.pass(world, id, length);
    const log = await world.finished(id);
    const [decision] = decided(log);
    expect(decision).toMatchObject({ default: "drop", made: { option: "drop", by: "default" } });
    const { requestedAt = "", expiresAt = "" } = decision ?? {};
    expect(Date.parse(expiresAt) - Date.parse(requestedAt)).toBe(waits.set(length));
    expectWait(
      waited(log, status("awaiting_decision"), (e) => e.type === "decision.made"),
      length,
    );
    expect(await world.debate(id)).toMatchObject({ status: "completed", degraded: [{ participantId: "p2" }] });
  });

  it("of 30 days for answers ends without them, and the debate is held", async () => {
    world.models.use(debaters(["p1", "p2"], { ask: () => ["Which city?"] }));
    const clarifications = { enabled: true, answerTimeoutSeconds: waits.set(MONTH) / 1_000 };
    const { id } = await world.create(requestOf({ maxRounds: 1, clarifications }));
    await waits.pass(world, id, MONTH);
    const log = await world.finished(id);
    const isUnanswered = (e: FlatEvent) => e.type === "clarification.answered";
    expect(log.find(isUnanswered)?.["answers"]).toEqual([{ questionId: "q1", answer: null }]);
    expectWait(waited(log, status("clarifying"), isUnanswered), MONTH);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect((await world.transcript(id)).questions).toMatchObject([{ id: "q1", answer: null }]);
  });
});
