/** Histories as Temporal keeps them. */
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import type { World } from "../world.ts";

/** A workflow's history as text, with its payloads decoded. */
export async function historyOf(world: World, workflowId: string): Promise<string> {
  const history: unknown = JSON.parse(historyToJSON(await world.handle(workflowId).fetchHistory()));
  return JSON.stringify(history, (name, value: unknown) =>
    name === "data" && typeof value === "string" ? Buffer.from(value, "base64").toString() : value,
  );
}
