/** `parley mcp`: serves Parley's tools to a language model over standard input and output. */
import type { Command } from "commander";
import { type Cli, clientOf } from "../../../infra/cli/base/cli.ts";
import { addServerOptions, type ServerOptions } from "../../../infra/cli/base/server-options.ts";

export function registerMcp(program: Command, cli: Cli): void {
  addServerOptions(program.command("mcp"))
    .description("serve the Model Context Protocol on standard input and output")
    .action(async (options: ServerOptions) => {
      // Only this command needs it.
      const { serveMcp } = await import("./server.mcp-client.ts");
      // Each call looks for Parley, which may start later.
      await serveMcp(() => clientOf(cli, options));
    });
}
