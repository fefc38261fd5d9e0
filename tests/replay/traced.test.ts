import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger, Worker } from "@temporalio/worker";
import { afterAll, beforeAll, expect, it } from "vitest";
import { workflowInterceptors } from "../../infra/telemetry/temporal.ts";

const folder = new URL("./histories/", import.meta.url);
const workflowsPath = fileURLToPath(new URL("../../workflows/index.ts", import.meta.url));
const names = await readdir(folder);

let built: string;
let codePath: string;
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), "parley-traced-"));
  codePath = join(built, "workflows.cjs");
  const workflowInterceptorModules = workflowInterceptors();
  const logger = new DefaultLogger("WARN");
  const { code } = await bundleWorkflowCode({ workflowsPath, workflowInterceptorModules, logger });
  await writeFile(codePath, code);
});
afterAll(() => rm(built, { recursive: true }));

it.each(names)("a debate that began without traces goes on with them: %s", async (name) => {
  const history = JSON.parse(await readFile(new URL(name, folder), "utf8")) as unknown;
  let spans = 0;
  const count = (_: unknown, exported: unknown[]) => {
    spans += exported.length;
  };
  const sinks = { exporter: { export: { fn: count, callDuringReplay: true } } };
  await Worker.runReplayHistory({ workflowBundle: { codePath }, sinks }, history);
  expect(spans, "the interceptors were at work").toBeGreaterThan(3);
});
