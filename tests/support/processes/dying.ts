/** Parts that kill their process at a point between the steps of a creation. */
import type { Client } from "@temporalio/client";
import type { Store } from "../../../store/port/store.ts";

export type Death = "before META" | "after META" | "after the workflow";

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

export function dyingStore<T extends Store>(store: T, at: Death | undefined): T {
  if (at !== "before META" && at !== "after META") return store;
  return {
    ...store,
    async createDebate(record) {
      if (at === "after META") await store.createDebate(record);
      return die();
    },
  };
}

export function dyingTemporal(client: Client, at: Death | undefined): Client {
  if (at !== "after the workflow") return client;
  const start = client.workflow.start.bind(client.workflow);
  client.workflow.start = (async (...call: Parameters<typeof start>) => {
    await start(...call);
    return die();
  }) as typeof start;
  return client;
}
