/** `parley import`: a debate that was exported as JSON. */

import { routeCommand } from "../../../infra/cli/base/route.cli.ts";
import { importedText } from "../../../infra/cli/debate/outcome.debate-command.ts";
import { importDebate } from "../api/imports.routes.ts";

export const registerImport = routeCommand({
  route: importDebate,
  name: "import",
  help: "store a debate that was exported as JSON, under its own id",
  takes: { body: "what parley export has written as JSON" },
  says: (debate) => [`${debate.id}: imported, ${debate.status}`, ...importedText(debate)].join("\n"),
});
