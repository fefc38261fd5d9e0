import { PassThrough } from "node:stream";
import { ApplicationFailure } from "@temporalio/common";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createTemporalLogger } from "../../../infra/log/logger.ts";

test("Lines of the workflow's own code and warnings of Temporal's SDK are lines of our log, faults by name and type.", () => {
  const written = new PassThrough();
  const temporal = createTemporalLogger(pino({ base: null }, written));
  temporal.info("a workflow's line", { sdkComponent: "workflow", workflowId: "deb-1", secret: "planted" });
  temporal.info("a worker's line", { sdkComponent: "worker" });
  const error = ApplicationFailure.create({ type: "api_error", message: "planted" });
  temporal.warn("Workflow failed", { sdkComponent: "worker", error });
  temporal.warn("Activity failed", { sdkComponent: "worker", error });
  temporal.error("broken", { error: new TypeError("planted") });
  const logged = String(written.read()).trim().split("\n");
  expect(logged.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 30, msg: "a workflow's line", workflowId: "deb-1" }),
    expect.objectContaining({ level: 40, msg: "Workflow failed", reason: "ApplicationFailure api_error" }),
    expect.objectContaining({ level: 50, msg: "broken", reason: "TypeError" }),
  ]);
  expect(logged.join()).not.toContain("planted");
});
