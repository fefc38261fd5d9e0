import { readdirSync, readFileSync } from "node:fs";
import { Worker } from "@temporalio/worker";
import { describe, expect, inject, it } from "vitest";
import { FORMATS } from "../../domain/formats/registry.ts";
import { SCENARIOS } from "./scenarios.ts";

const folder = new URL("./histories/", import.meta.url);
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const replay = (history: unknown) =>
  Worker.runReplayHistory({ workflowBundle: { codePath: inject("workflowBundle") } }, history);

describe("committed histories", () => {
  it("are there for every scenario and every format", () => {
    expect(names.toSorted()).toEqual(Object.keys(SCENARIOS).toSorted());
    for (const format of FORMATS) expect(names).toContain(format);
  });

  it.each(names)("replay with today's workflow: %s", async (name) => {
    await expect(replay(read(name))).resolves.toBeUndefined();
  });

  it("do not replay when the workflow would act differently", async () => {
    const history = read("round-limited");
    const scheduled = history.events.find(
      (e: { activityTaskScheduledEventAttributes?: object }) => e.activityTaskScheduledEventAttributes,
    );
    scheduled.activityTaskScheduledEventAttributes.activityType.name = "somethingElse";
    await expect(replay(history)).rejects.toThrow(/nondeterminism|TMPRL1100/i);
  });
});
