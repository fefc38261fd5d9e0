/** The committed histories, and their replay by one worker: to start it costs more than most replays. */
import { readdirSync, readFileSync } from "node:fs";
import { type ReplayError, Worker } from "@temporalio/worker";

const folder = new URL("./histories/", import.meta.url);

/** The scenarios that have a history. */
export const NAMES = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

export const readHistory = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));

/** By name, which is the workflow's id in the replay. */
export const committed = () => NAMES.map((name) => ({ workflowId: name, history: readHistory(name) }));

/** What the replay of each history failed with, by the workflow's id. */
export async function replayAll(
  ...replay: Parameters<typeof Worker.runReplayHistories>
): Promise<Map<string, ReplayError | undefined>> {
  const failures = new Map<string, ReplayError | undefined>();
  for await (const { workflowId, error } of Worker.runReplayHistories(...replay)) failures.set(workflowId, error);
  return failures;
}
