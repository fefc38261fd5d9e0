/** `parley files`: hands in files as material, lists, shows and removes them. */
import { basename } from "node:path";
import type { Command } from "commander";
import type { FileInfo } from "../../../api/client/index.ts";
import { unreadText } from "../../../domain/shapes/files/unread.files.ts";
import { numberIn } from "../../../infra/cli/base/arguments.cli.ts";
import { type Cli, clientOf, printJson } from "../../../infra/cli/base/cli.ts";
import { commandGroup, routeCommand } from "../../../infra/cli/base/route.cli.ts";
import { addServerOptions, type ServerOptions } from "../../../infra/cli/base/server-options.ts";
import { plain, plainLine, shortened } from "../../../infra/cli/base/terminal.ts";
import { readBytes } from "../../../infra/cli/base/text-file.ts";
import { fileRoutes } from "../api/files.routes.ts";

const LONGEST_NAME = 60;
const anyPage = numberIn({ min: 1, max: 10_000, whole: true });

export const registerFiles = commandGroup("files", "files that are handed in as material", [
  routeCommand({
    route: fileRoutes.list,
    name: "list",
    isDefault: true,
    table: {
      none: "no files",
      columns: {
        ID: "id",
        NAME: ({ name, language }) =>
          `${shortened(plainLine(name), LONGEST_NAME)}${language === undefined ? "" : ` (${language})`}`,
        TYPE: "mediaType",
        KB: ({ bytes }) => Math.ceil(bytes / 1_000),
        PAGES: ({ pages }) => pages ?? "",
        PASSAGES: "passages",
      },
    },
  }),
  add,
  routeCommand({
    route: fileRoutes.read,
    name: "show",
    help: "print the text of one page, or what is known of the file as JSON",
    more: (command) => command.option("--page <n>", "the page, from 1", anyPage, 1),
    async says({ id }, { page = 1 }: ServerOptions & { page?: number }, { client }) {
      return `${plain((await (await client()).files.page(id, page)).text)}\n`;
    },
  }),
  remove,
]);

function add(files: Command, cli: Cli): void {
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
}

function remove(files: Command, cli: Cli): void {
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
