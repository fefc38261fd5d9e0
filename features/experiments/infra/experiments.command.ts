/** `parley experiments`: the experiments of the tenant. `parley experiment` runs one. */
import { money } from "../../../domain/base/words/figures.words.ts";
import { commandGroup, routeCommand } from "../../../infra/cli/base/route.cli.ts";
import { plainLine, shortened } from "../../../infra/cli/base/terminal.ts";
import { listExperiments } from "../api/experiments.routes.ts";

const LONGEST_NAME = 40;

export const registerExperiments = commandGroup("experiments", "the experiments, newest first", [
  routeCommand({
    route: listExperiments,
    name: "list",
    isDefault: true,
    most: 20,
    table: {
      none: "no experiments",
      columns: {
        ID: "id",
        STATUS: ({ status }) => status.replaceAll("_", " "),
        "ITEMS × ARMS": ({ items, arms }) => `${items} × ${arms.length}`,
        CELLS: ({ cells: { done, failed, total } }) => `${done + failed} of ${total}`,
        COST: ({ costUsd }) => money(costUsd),
        CREATED: "createdAt",
        NAME: ({ name }) => shortened(plainLine(name), LONGEST_NAME),
      },
    },
  }),
]);
