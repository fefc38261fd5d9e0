import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import { afterAll, beforeAll, expect, it } from "vitest";
import { workflowInterceptors } from "../../infra/telemetry/temporal.telemetry.ts";
import { committed, NAMES, replayAll } from "./histories.ts";

const workflowsPath = fileURLToPath(new URL("../../workflows/index.ts", import.meta.url));

let built: string;
let failures: Awaited<ReturnType<typeof replayAll>>;
const spans = new Map<string, number>();
const count = ({ workflowId }: { workflowId: string }, exported: unknown[]) =>
  void spans.set(workflowId, (spans.get(workflowId) ?? 0) + exported.length);

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), "parley-traced-"));
  const codePath = join(built, "workflows.cjs");
  const workflowInterceptorModules = workflowInterceptors();
  const logger = new DefaultLogger("WARN");
  const { code } = await bundleWorkflowCode({ workflowsPath, workflowInterceptorModules, logger });
  await writeFile(codePath, code);
  const sinks = { exporter: { export: { fn: count, callDuringReplay: true } } };
  failures = await replayAll({ workflowBundle: { codePath }, sinks }, committed());
});
afterAll(() => rm(built, { recursive: true }));

it.each(NAMES)("a debate that began without traces goes on with them: %s", (name) => {
  expect([...failures.keys()], "it was replayed").toContain(name);
  expect(failures.get(name)).toBeUndefined();
  expect(spans.get(name), "the interceptors were at work").toBeGreaterThan(3);
});
