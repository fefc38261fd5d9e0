import { type QueuesInput, queueOptions } from "../../../infra/workers/worker.worker-process.ts";

/** Played workers of these queues, and their client. They are there at once, and cannot be replaced. */
export async function startPlayed(input: QueuesInput) {
  // They load the SDK of workflows, which must find its globals: `globals.ts` has been loaded before.
  const [{ playTemporal }, workflows] = await Promise.all([
    import("./temporal.ts"),
    import("../../../workflows/index.ts"),
  ]);
  const stopping = new AbortController();
  const played = playTemporal(queueOptions({ ...input, workflowBundle: { codePath: "" } }, stopping.signal), workflows);
  return {
    client: played.client,
    openWorkers(): never {
      throw new Error("workers of a played world cannot be replaced: the test belongs to the real Temporal");
    },
    endDebates: async () => played.end(),
    async stop() {
      stopping.abort();
      played.end();
      await input.toolbox?.close();
    },
  };
}
