/** The servers from the terminal, in this process until a signal ends it. */
import type { Command } from "commander";

const ALONE = {
  api: { about: "run the HTTP API alone; workers run elsewhere", workers: false, api: true },
  worker: { about: "run workers alone; the API runs elsewhere", workers: true, api: false },
};

/** `parley api` and `parley worker`. `parley start` runs both, with all that they need. */
export function registerServers(program: Command): void {
  for (const [name, { about, ...parts }] of Object.entries(ALONE))
    program
      .command(name)
      .description(about)
      .action(() => runServers(parts));
}

/** Does not return: it ends the process. Loaded only now, since other commands need neither Temporal's worker nor a server. */
export async function runServers(parts: { workers: boolean; api: boolean }): Promise<void> {
  const { main } = await import("../../main.ts");
  await main(parts);
}
