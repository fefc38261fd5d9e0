/** `parley export`: writes a transcript to a file or to standard output. */
import { type Command, Option } from "commander";
import { type Cli, clientOf } from "./base/cli.ts";
import { debateCommand, type ServerOptions } from "./base/server-options.ts";
import { plain } from "./base/terminal.ts";
import { endingOf, requireWritable, TRANSCRIPTS, transcriptFor, writeNamed } from "./debate/files.debate-command.ts";

const ENDINGS = Object.keys(TRANSCRIPTS);
/** Values of `--as`, and the endings of their files. */
const KINDS: Record<string, string> = {
  json: ".json",
  md: ".md",
  html: ".html",
  jsonl: ".jsonl",
  inspect: ".eval.json",
  receipt: ".receipt.json",
};
/** Shown as they are: JSON escapes what a terminal would obey. */
const AS_IS = [".json", ".jsonl", ".eval.json", ".receipt.json"];

interface ExportOptions extends ServerOptions {
  as?: string;
  output?: string;
}

export function registerExport(program: Command, cli: Cli): void {
  debateCommand(program, "export", "write a debate's whole transcript")
    .addOption(new Option("--as <kind>", "format (default: by the file's name, else json)").choices(Object.keys(KINDS)))
    .option("-o, --output <file>", "output file (default: standard output)")
    .action(async (id: string, options: ExportOptions) => {
      const { as, output, json } = options;
      const checked = as === undefined && !json;
      const path =
        output && checked ? await requireWritable({ option: "--output", path: output, endings: ENDINGS }) : output;
      const kind = KINDS[as ?? ""] ?? (path && checked ? endingOf(path) : ".json");
      const client = await clientOf(cli, options);
      const text = await transcriptFor(client, id, kind);
      if (path) await writeNamed({ path, text: () => text }, { id, err: cli.streams.err });
      else cli.streams.out(AS_IS.includes(kind) ? text : plain(text));
    });
}
