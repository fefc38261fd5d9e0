/** What a page of the list and a sweep cost while debates wait. */
import { randomUUID } from "node:crypto";
import type { Client } from "@temporalio/client";
import { TASK_QUEUE } from "../../../workflows/base/messages.workflow-base.ts";
import { between, type Measured } from "../measured.ts";

const PAGES = 10;

export async function lookAtList(url: string, api: Measured): Promise<string> {
  const before = await api.used();
  const startedAt = performance.now();
  for (let n = 0; n < PAGES; n++) {
    const response = await fetch(`${url}/v1/debates?limit=50`);
    if (!response.ok) throw new Error(`the list answered ${response.status}`);
    await response.arrayBuffer();
  }
  const ms = (performance.now() - startedAt) / PAGES;
  return `a page of the list ${ms.toFixed(0)} ms, ${countsOf(between(before, await api.used()).requests, PAGES)}`;
}

export async function lookAtSweep(temporal: Client, worker: Measured): Promise<string> {
  const before = await worker.used();
  const startedAt = performance.now();
  const { seen, failed } = await sweep(temporal);
  const { cpuSeconds, requests } = between(before, await worker.used());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const failures = failed > 0 ? `, ${failed} FAILED` : "";
  return `a sweep of ${seen} ${seconds} s, ${cpuSeconds.toFixed(1)} s of CPU, ${countsOf(requests)}${failures}`;
}

export function sweep({ workflow }: Client): Promise<{ seen: number; ended: number; failed: number }> {
  return workflow.execute("sweepWorkflow", { taskQueue: TASK_QUEUE, workflowId: `sweep-${randomUUID()}`, args: [{}] });
}

function countsOf(requests: Record<string, number>, divisor = 1): string {
  const counts = Object.entries(requests).map(([operation, n]) => `${n / divisor} ${operation}`);
  return counts.join(", ") || "no request of the store";
}
