/** A lane of its own, with a Temporal of its own and the workflows' code as it is. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import { startTemporal } from "../../infra/local/temporal/server.temporal-server.ts";
import { type Lane, startLane } from "./lane.ts";

const WORKFLOWS = fileURLToPath(new URL("../../workflows/index.ts", import.meta.url));

/** What lanes share. */
export async function openTemporal(open: AsyncDisposableStack): Promise<{ temporalAddress: string; bundle: string }> {
  const folder = open.adopt(await mkdtemp(join(tmpdir(), "parley-costs-")), (it) => rm(it, { recursive: true }));
  const temporal = await startTemporal({ dataDir: null, namespace: "default", headless: true });
  open.adopt(temporal, (it) => it.stop());
  const bundle = join(folder, "workflows.cjs");
  const { code } = await bundleWorkflowCode({ workflowsPath: WORKFLOWS, logger: new DefaultLogger("WARN") });
  await writeFile(bundle, code);
  return { temporalAddress: temporal.address, bundle };
}

export async function openLane(open: AsyncDisposableStack): Promise<Lane> {
  return open.adopt(await startLane(await openTemporal(open)), (it) => it.stop());
}
