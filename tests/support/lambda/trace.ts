/** The trace of one debate as a collector has it, once nothing of it is missing. */
import { expect } from "vitest";
import type { CollectedSpan, Collector } from "../servers/collector.ts";

const ROOT = "POST /v1/debates";

/**
 * All spans of the trace that the debate's creation began, once each has its parent and its `calls` model calls are there;
 * fails when that never comes. Workers send theirs when they reach their deadline.
 */
export async function wholeTrace(
  collector: Collector,
  { debateId, calls }: { debateId: string; calls: number },
): Promise<CollectedSpan[]> {
  const root = () =>
    collector.spans.find(({ name, attributes }) => name === ROOT && attributes["parley.debate.id"] === debateId);
  const spans = () => onceEach(collector.spans.filter(({ traceId }) => traceId === root()?.traceId));
  const strays = () => {
    const ids = new Set(spans().map(({ spanId }) => spanId));
    return spans().flatMap(({ parentSpanId, name }) => (ids.has(parentSpanId) || name === ROOT ? [] : [name]));
  };
  const isOver = () => spans().some(({ name }) => name === "invoke_workflow debate");
  const asked = () => spans().filter(({ name }) => name.startsWith("chat ")).length;
  const state = () => ({ begun: root() !== undefined, over: isOver(), strays: strays(), calls: asked() });
  await expect.poll(state, { timeout: 30_000 }).toEqual({ begun: true, over: true, strays: [], calls });
  return spans();
}

/**
 * Exporters send at least once. And a workflow draws its spans' ids from its own seed: a workflow task that a worker did
 * not get through before its deadline is played again elsewhere, perhaps after another command, and tells of its spans
 * again under the same ids.
 */
export function onceEach(spans: CollectedSpan[]): CollectedSpan[] {
  return [...new Map(spans.map((span) => [`${span.spanId} ${span.name}`, span])).values()];
}

/** What all processes but `others` have counted together under this name and these labels. */
export function counted(
  { instances }: Collector,
  { name, labels = {}, others }: { name: string; labels?: Record<string, string>; others: Set<string> },
): number {
  const ours = [...instances].flatMap(([instance, points]) => (others.has(instance) ? [] : points));
  return ours
    .filter((point) => point.name === name && Object.entries(labels).every(([key, it]) => point.attributes[key] === it))
    .reduce((sum, { value = 0, count = 0 }) => sum + value + count, 0);
}
