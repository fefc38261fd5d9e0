import { describe, expect, it } from "vitest";
import { held } from "../../support/held.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { requestOf } from "../../support/world.ts";

const world = await useWorld();

describe("a running debate in Temporal", () => {
  it("answers queries, shows search attributes, a summary and a picture of where it stands", async () => {
    const { release } = held(world, (request) => kindOf(request) === "turn" && request.model.includes("claude"));
    const { id } = await world.create(requestOf({ maxRounds: 2 }));
    await world.until(id, (e) => e.type === "turn.started" && e["turnId"] === "g1-r1-t2");
    const handle = world.handle(id);
    expect(await handle.query("state")).toMatchObject({ status: "running", round: 1, wholeTurns: 1 });
    expect(await handle.query("pending")).toBeNull();
    const metadata = await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
    expect(metadata.currentDetails).toContain("Should cities ban cars?");
    expect(metadata.currentDetails).toContain("round 1 of 2");
    expect(metadata.currentDetails).toContain("Ben");
    release();
    await handle.result();
    const described = await handle.describe();
    expect(await described.staticSummary()).toBe("Should cities ban cars?");
    const { events } = await handle.fetchHistory();
    const summaries = (events ?? []).flatMap((e) =>
      e.activityTaskScheduledEventAttributes && e.userMetadata?.summary?.data
        ? [JSON.parse(Buffer.from(e.userMetadata.summary.data).toString()) as string]
        : [],
    );
    expect(summaries.slice(0, 3)).toEqual([
      "round 1 · Ada · response",
      "round 1 · Ben · response",
      "round 1 · judge · assessment",
    ]);
    const attributes = Object.fromEntries(
      described.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    expect(attributes).toMatchObject({
      DebateStatus: "completed",
      DebateFormat: "round-limited",
      DebateTenant: "default",
      DebateRound: 2,
    });
  });
});
