/** `parley export`: a debate's transcript, to a file or to standard output. */
import { writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import type { Client } from "../../api/client/index.ts";
import { type Cli, clientOf } from "./cli.ts";
import { addServerOptions, type ServerOptions } from "./server-options.ts";
import { plain } from "./terminal.ts";

const KINDS = { json: "json", md: "markdown", html: "html" } as const;
type Kind = keyof typeof KINDS;

interface ExportOptions extends ServerOptions {
  as?: Kind;
  output?: string;
}

export function registerExport(program: Command, cli: Cli): void {
  addServerOptions(program.command("export"))
    .description("write a debate's whole transcript")
    .argument("<id>", "the debate")
    .addOption(
      new Option("--as <kind>", "what to write; else as the file's name says, else json").choices(Object.keys(KINDS)),
    )
    .option("-o, --output <file>", "where to; standard output without it")
    .action(async (id: string, options: ExportOptions) => {
      const kind = options.as ?? kindOf(options);
      const text = await textOf(await clientOf(cli, options), id, kind);
      if (options.output !== undefined) await writeFile(options.output, text);
      else cli.streams.out(kind === "json" ? text : plain(text));
    });
}

function kindOf({ output, json }: ExportOptions): Kind {
  const end = output?.split(".").at(-1)?.toLowerCase();
  return !json && end !== undefined && end in KINDS ? (end as Kind) : "json";
}

async function textOf(client: Client, id: string, kind: Kind): Promise<string> {
  if (kind === "json") return `${JSON.stringify(await client.transcript(id), null, 2)}\n`;
  return client.transcript(id, KINDS[kind]);
}
