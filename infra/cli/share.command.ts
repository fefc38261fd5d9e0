/** `parley share`: links that let anybody read one debate. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { durationMs } from "./base/durations.ts";
import { debateCommand, type ServerOptions } from "./base/server-options.ts";
import { tableText } from "./base/table.cli.ts";

interface CreateOptions extends ServerOptions {
  /** Seconds. */
  expires: number;
}

const DAY_S = 86_400;

export function registerShare(program: Command, cli: Cli): void {
  const share = program.command("share").description("create, list and revoke links that let anybody read a debate");

  debateCommand(share, "create", "create a link and print its address once")
    .addOption(
      new Option("-e, --expires <when>", "how long it works, such as 12h or 30d (the most)")
        .argParser(parseExpiry)
        .default(DAY_S, "1d"),
    )
    .action((id: string, options: CreateOptions) => create(cli, id, options));

  debateCommand(share, "list", "show the links that work now").action(async (id: string, options: ServerOptions) => {
    const links = await (await clientOf(cli, options)).shares(id);
    if (options.json) return printJson(cli, links);
    if (links.length === 0) return cli.streams.out("no links\n");
    const rows = links.map((link) => [link.id, link.createdAt, link.expiresAt]);
    cli.streams.out(tableText({ head: ["ID", "CREATED", "EXPIRES"], rows }));
  });

  debateCommand(share, "revoke", "revoke a link: it stops working within 5 seconds")
    .argument("<share>", "the link's id")
    .action(async (id: string, shareId: string, options: ServerOptions) => {
      await (await clientOf(cli, options)).revokeShare(id, shareId);
      if (options.json) return printJson(cli, { id: shareId });
      cli.streams.out(`${shareId} is revoked\n`);
    });
}

async function create(cli: Cli, id: string, options: CreateOptions): Promise<void> {
  const link = await (await clientOf(cli, options)).share(id, { expiresInSeconds: options.expires });
  if (options.json) return printJson(cli, link);
  const { streams } = cli;
  streams.err(`keep the address, since it is not shown again; it works until ${link.expiresAt}\n`);
  streams.err(`revoke it with: parley share revoke ${id} ${link.id}\n`);
  streams.out(`${link.url}\n`);
}

function parseExpiry(text: string): number {
  const ms = durationMs(text);
  if (ms !== null && ms > 0) return ms / 1_000;
  throw new InvalidArgumentError("It must be a duration such as 12h or 30d.");
}
