/** Proves that a Temporal is ours: it has a namespace named after its data folder. */
import { createHash, randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "@temporalio/client";
import { isRunning, type ProcessIdentity } from "../base/processes.ts";
import { registerSearchAttributes } from "./search-attributes.ts";

export interface Proof {
  address: string;
  namespace: string;
  /** Only this folder's server has a namespace with this name. */
  marker: string;
}

/** True if this folder's server answers there. */
export async function isTemporalOf(dataDir: string, at: { address: string; namespace: string }): Promise<boolean> {
  const proof = { ...at, marker: await markerOf(dataDir) };
  return visit(proof).then(
    () => true,
    () => false,
  );
}

/** The marker namespace's name; nothing runs in it. `dataDir` null: unique per server. */
export async function markerOf(dataDir: string | null): Promise<string> {
  const about = dataDir === null ? randomUUID() : await realpath(dataDir);
  return `parley-${createHash("sha256").update(about).digest("hex").slice(0, 16)}`;
}

/** Also checks that the process lives: if it fails to bind its port, another program may answer there. */
export async function untilServing(input: Proof & ProcessIdentity & { withinMs: number }): Promise<void> {
  const deadline = performance.now() + input.withinMs;
  for (;;) {
    try {
      return await visit(input);
    } catch (error) {
      if (!isRunning(input) || performance.now() > deadline) throw error;
    }
    await sleep(50);
  }
}

/** Fails unless the server has both namespaces; adds search attributes that older data folders lack. */
async function visit({ address, namespace, marker }: Proof): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 2_000 });
  try {
    await connection.workflowService.describeNamespace({ namespace: marker });
    await connection.workflowService.describeNamespace({ namespace });
    await registerSearchAttributes(connection, namespace);
  } finally {
    await connection.close();
  }
}
