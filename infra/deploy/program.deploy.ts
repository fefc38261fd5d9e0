/** `npm run deploy:promote` and `npm run deploy:status`: the workers' version for new debates. */
import type { Client } from "@temporalio/client";
import { Command } from "commander";
import { type Deployment, promote, type Version, versionsOf } from "./versions.deploy.ts";

export interface DeployPorts {
  deployment: Deployment;
  withTemporal: <T>(use: (temporal: Client) => Promise<T>) => Promise<T>;
  out: (text: string) => void;
}

/** Actions throw Temporal's errors. */
export function createDeployProgram({ deployment, withTemporal, out }: DeployPorts): Command {
  const program = new Command("deploy").description("Versions of the workers.").exitOverride();
  program
    .command("status")
    .description("show the versions, newest first, and how many debates are pinned to each")
    .option("--json", "as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const versions = await withTemporal((temporal) => versionsOf(temporal, deployment));
      out(json ? `${JSON.stringify(versions, null, 2)}\n` : table(versions));
    });
  program
    .command("promote")
    .description("let new debates begin on a version; those that run stay where they are")
    .requiredOption("--build-id <id>", "the version, as `status` shows it")
    .option("--missing-queues", "also when it does not serve all queues of the current one")
    .action(async (options: { buildId: string; missingQueues?: boolean }) => {
      await withTemporal((temporal) => promote(temporal, { ...deployment, ...options }));
      out(`new debates of ${deployment.name} begin on ${options.buildId}\n`);
    });
  return program;
}

function table(versions: Version[]): string {
  if (versions.length === 0) return "there are no versions\n";
  const width = Math.max(...versions.map(({ buildId }) => buildId.length));
  const lines = versions.map(({ buildId, state, createdAt, pinned }) =>
    [
      buildId.padEnd(width),
      state.padEnd("draining".length),
      `${pinned} ${pinned === 1 ? "debate" : "debates"}`.padStart(12),
      createdAt ?? "",
    ].join("  "),
  );
  return `${lines.join("\n")}\n`;
}
