/** `parley files`: hands in files as material, lists, shows and removes them. */
import { basename } from "node:path";
import type { Command } from "commander";
import type { Client, FileInfo } from "../../../api/client/index.ts";
import { unreadText } from "../../../domain/shapes/files/unread.files.ts";
import { numberIn } from "./arguments.cli.ts";
import { type Cli, clientOf, printJson } from "./cli.ts";
import { addServerOptions, type ServerOptions } from "./server-options.ts";
import { tableText } from "./table.cli.ts";
import { plain, plainLine, shortened } from "./terminal.ts";
import { readBytes } from "./text-file.ts";

const LONGEST_NAME = 60;
const PAGE = 100;
const anyPage = numberIn({ min: 1, max: 10_000, whole: true });

export function registerFiles(program: Command, cli: Cli): void {
  const files = program.command("files").description("files that are handed in as material");

  addServerOptions(files.command("list", { isDefault: true }))
    .description("show the files, newest first")
    .action(async (options: ServerOptions) => {
      const items = await allOf(await clientOf(cli, options));
      if (options.json) return printJson(cli, items);
      cli.streams.out(listText(items));
    });

  addServerOptions(files.command("add"))
    .description("hand in text, source code, Markdown, HTML, CSV, JSON, PDFs or images, at most 20 MB each")
    .argument("<file...>", "the files")
    .action(async (paths: string[], options: ServerOptions) => {
      const client = await clientOf(cli, options);
      const added: FileInfo[] = [];
      for (const path of paths) {
        const file = await client.files.add(basename(path), await readBytes(path));
        added.push(file);
        if (!options.json) cli.streams.out(`${file.id}  ${plainLine(file.name)}\n`);
        if (file.unreadable) cli.streams.err(`${plainLine(file.name)}: ${unreadText(file.unreadable)}\n`);
      }
      if (options.json) printJson(cli, added);
    });

  addServerOptions(files.command("show"))
    .description("print the text of one page, or what is known of the file as JSON")
    .argument("<id>", "the file")
    .option("--page <n>", "the page, from 1", anyPage, 1)
    .action(async (id: string, options: ServerOptions & { page: number }) => {
      const client = await clientOf(cli, options);
      if (options.json) return printJson(cli, await client.files.get(id));
      cli.streams.out(`${plain((await client.files.page(id, options.page)).text)}\n`);
    });

  addServerOptions(files.command("remove"))
    .description("delete files with everything that was read in them")
    .argument("<id...>", "the files")
    .action(async (ids: string[], options: ServerOptions) => {
      const client = await clientOf(cli, options);
      for (const id of ids) {
        await client.files.delete(id);
        cli.streams.err(`${id} is deleted\n`);
      }
    });
}

async function allOf({ files }: Client): Promise<FileInfo[]> {
  const items: FileInfo[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await files.list({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

function listText(files: FileInfo[]): string {
  const rows = files.map(({ id, name, language, mediaType, bytes, pages, passages }) => [
    id,
    `${shortened(plainLine(name), LONGEST_NAME)}${language === undefined ? "" : ` (${language})`}`,
    mediaType,
    String(Math.ceil(bytes / 1_000)),
    pages === undefined ? "" : String(pages),
    String(passages),
  ]);
  const figures = ["KB", "PAGES", "PASSAGES"];
  return tableText({ head: ["ID", "NAME", "TYPE", ...figures], figures, rows });
}
