/** `parley export`: writes a transcript to a file or to standard output. */
import { extname } from "node:path";
import { type Command, Option } from "commander";
import { type Cli, clientOf } from "./cli.ts";
import { requireWritable, TRANSCRIPTS, transcriptFor, writeNamed } from "./debate/files.ts";
import { debateCommand, type ServerOptions } from "./server-options.ts";
import { plain } from "./terminal.ts";

const ENDINGS = Object.keys(TRANSCRIPTS);

interface ExportOptions extends ServerOptions {
  as?: string;
  output?: string;
}

export function registerExport(program: Command, cli: Cli): void {
  debateCommand(program, "export", "write a debate's whole transcript")
    .addOption(
      new Option("--as <kind>", "format (default: by the file's name, else json)").choices(
        ENDINGS.map((ending) => ending.slice(1)),
      ),
    )
    .option("-o, --output <file>", "output file (default: standard output)")
    .action(async (id: string, options: ExportOptions) => {
      const { as, output, json } = options;
      const checked = as === undefined && !json;
      const path =
        output && checked ? await requireWritable({ option: "--output", path: output, endings: ENDINGS }) : output;
      const kind = as ? `.${as}` : path && checked ? extname(path) : ".json";
      const client = await clientOf(cli, options);
      const text = await transcriptFor(client, id, kind);
      if (path) await writeNamed({ path, text: () => text }, { id, err: cli.streams.err });
      else cli.streams.out(kind === ".json" ? text : plain(text));
    });
}
