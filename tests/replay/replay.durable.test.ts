import { beforeAll, describe, expect, inject, it } from "vitest";
import { FORMATS } from "../../domain/shapes/format-names.ts";
import { committed, NAMES, readHistory, replayAll } from "./histories.ts";
import { SCENARIOS } from "./scenarios.ts";

const options = { workflowBundle: { codePath: inject("workflowBundle") } };

describe("committed histories", () => {
  let failures: Awaited<ReturnType<typeof replayAll>>;
  beforeAll(async () => {
    failures = await replayAll(options, committed());
  });

  it("are there for every scenario and every format", () => {
    expect(NAMES.toSorted()).toEqual(Object.keys(SCENARIOS).toSorted());
    for (const format of FORMATS) expect(NAMES).toContain(format);
  });

  it.each(NAMES)("replay with today's workflow: %s", (name) => {
    expect([...failures.keys()], "it was replayed").toContain(name);
    expect(failures.get(name)).toBeUndefined();
  });

  it("do not replay when the workflow would act differently", async () => {
    const history = readHistory("round-limited");
    const scheduled = history.events.find(
      (e: { activityTaskScheduledEventAttributes?: object }) => e.activityTaskScheduledEventAttributes,
    );
    scheduled.activityTaskScheduledEventAttributes.activityType.name = "somethingElse";
    const failure = (await replayAll(options, [{ workflowId: "changed", history }])).get("changed");
    expect(failure?.message).toMatch(/nondeterminism|TMPRL1100/i);
  });
});
