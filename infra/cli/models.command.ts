/** `parley models`: the known models, and which of them the server can call. */
import type { Command } from "commander";
import type { Model, ModelList } from "../../api/client/index.ts";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { addServerOptions, type ServerOptions } from "./base/server-options.ts";
import { tableText } from "./base/table.cli.ts";

interface ModelOptions extends ServerOptions {
  available?: boolean;
  provider?: string;
}

export function registerModels(program: Command, cli: Cli): void {
  addServerOptions(program.command("models"))
    .description("list the known models: whether their provider has a key, prices, context windows")
    .option("-a, --available", "only those that can be called now")
    .option("--provider <id>", "only this provider's")
    .action(async ({ available, provider, ...options }: ModelOptions) => {
      const list = await (await clientOf(cli, options)).models();
      const items = list.items.filter(
        (model) => (!available || model.isAvailable) && (!provider || model.provider === provider),
      );
      if (options.json) return printJson(cli, { ...list, items });
      cli.streams.out(items.length === 0 ? "no models\n" : modelsText(items));
      cli.streams.err(`${usualLines(list).join("\n")}\n`);
    });
}

function modelsText(items: Model[]): string {
  const rows = items.map(({ id, isAvailable, priceUsdPerMTok: price, contextWindow, images }) => [
    id,
    isAvailable ? "yes" : "no",
    priceOf(price?.input),
    priceOf(price?.cachedInput),
    priceOf(price?.output),
    contextWindow?.toLocaleString("en") ?? "-",
    images ? "yes" : "no",
  ]);
  const figures = ["$ IN", "$ CACHED", "$ OUT", "WINDOW"];
  return tableText({ head: ["MODEL", "AVAILABLE", ...figures, "IMAGES"], figures, rows });
}

/** USD per million tokens. */
function priceOf(usd: number | null | undefined): string {
  return usd?.toString() ?? "-";
}

function usualLines({ usual, providers }: ModelList): string[] {
  const missing = providers.flatMap(({ isAuthenticated, name, keyVariable }) =>
    isAuthenticated || keyVariable === null ? [] : [`${name} (${keyVariable})`],
  );
  return [
    "Prices are in USD per million tokens, windows in tokens.",
    `By default ${usual.speakers.join(" and ")} debate, and ${usual.judge} judges.`,
    ...(missing.length > 0 ? [`No key is set for: ${missing.join(", ")}.`] : []),
  ];
}
