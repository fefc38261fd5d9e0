/**
 * Once per run: one real Temporal server in memory and one bundle of the workflow code. Tests read them with
 * `inject("temporalAddress")` and `inject("workflowBundle")`; each file uses a task queue of its own.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { startTemporal } from "../../infra/local/temporal/server.temporal-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** `host:port` of the run's Temporal, namespace `default`. */
    temporalAddress: string;
    /** Path of the bundled workflow code, for a worker's `workflowBundle: { codePath }`. */
    workflowBundle: string;
  }
}

const WORKFLOWS = fileURLToPath(new URL("../../workflows/index.ts", import.meta.url));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "parley-test-"));
  const [temporal, bundle] = await Promise.all([
    startTemporal({ dataDir: null, namespace: "default", headless: true, progress }),
    bundleWorkflows(join(folder, "workflows.cjs")),
  ]);
  project.provide("temporalAddress", temporal.address);
  project.provide("workflowBundle", bundle);
  return async () => {
    await temporal.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The path of the bundle; of a file that is not there while there are no workflows. */
export async function bundleWorkflows(path: string): Promise<string> {
  if (!existsSync(WORKFLOWS)) return path;
  const { bundleWorkflowCode, DefaultLogger } = await import("@temporalio/worker");
  const { code } = await bundleWorkflowCode({ workflowsPath: WORKFLOWS, logger: new DefaultLogger("WARN") });
  await writeFile(path, code);
  return path;
}
