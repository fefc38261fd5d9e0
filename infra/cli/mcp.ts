/** `parley mcp`: Parley as tools of a language model's program, over standard input and output. */
import type { Command } from "commander";
import { type Cli, clientOf } from "./cli.ts";
import { addServerOptions, type ServerOptions } from "./server-options.ts";

export function registerMcp(program: Command, cli: Cli): void {
  addServerOptions(program.command("mcp"))
    .description("serve the Model Context Protocol on standard input and output")
    .action(async (options: ServerOptions) => {
      // Loaded only here: nobody else needs it.
      const { serveMcp } = await import("../mcp/server.ts");
      // The Parley is looked for at each call: it may be started after us.
      await serveMcp(() => clientOf(cli, options));
    });
}
