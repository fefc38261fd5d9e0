/** `parley models`: the known models, and which of them the server can call. */
import { catalogueRoutes } from "../../api/catalogue/catalogue.routes.ts";
import type { ModelList } from "../../api/client/index.ts";
import { routeCommand } from "./base/route.cli.ts";
import type { ServerOptions } from "./base/server-options.ts";
import { columnsText } from "./base/table.cli.ts";

interface ModelOptions extends ServerOptions {
  available?: boolean;
  provider?: string;
}

export const registerModels = routeCommand({
  route: catalogueRoutes.listModels,
  name: "models",
  help: "list the known models: whether their provider has a key, prices, context windows",
  more: (command) =>
    command
      .option("-a, --available", "only those that can be called now")
      .option("--provider <id>", "only this provider's"),
  shows: ({ items, ...list }, { available, provider }: ModelOptions) => ({
    ...list,
    items: items.filter((model) => (!available || model.isAvailable) && (!provider || model.provider === provider)),
  }),
  says: (list) => [modelsText(list), `${usualLines(list).join("\n")}\n`],
});

function modelsText({ items }: ModelList): string {
  if (items.length === 0) return "no models\n";
  return columnsText(items, {
    figures: ["$ IN", "$ CACHED", "$ OUT", "WINDOW"],
    columns: {
      MODEL: "id",
      AVAILABLE: ({ isAvailable }) => (isAvailable ? "yes" : "no"),
      "$ IN": ({ priceUsdPerMTok }) => priceUsdPerMTok?.input ?? null,
      "$ CACHED": ({ priceUsdPerMTok }) => priceUsdPerMTok?.cachedInput ?? null,
      "$ OUT": ({ priceUsdPerMTok }) => priceUsdPerMTok?.output ?? null,
      WINDOW: ({ contextWindow }) => contextWindow?.toLocaleString("en") ?? null,
      IMAGES: ({ images }) => (images ? "yes" : "no"),
    },
  });
}

function judging({ judge, panel }: ModelList["usual"]): string {
  return panel.length > 1 ? `${panel.join(", ")} vote as a panel` : `${judge} judges`;
}

function usualLines({ usual, providers }: ModelList): string[] {
  const missing = providers.flatMap(({ isAuthenticated, name, keyVariable }) =>
    isAuthenticated || keyVariable === null ? [] : [`${name} (${keyVariable})`],
  );
  return [
    "Prices are in USD per million tokens, windows in tokens.",
    `By default ${usual.speakers.join(" and ")} debate, and ${judging(usual)}.`,
    ...(missing.length > 0 ? [`No key is set for: ${missing.join(", ")}.`] : []),
  ];
}
