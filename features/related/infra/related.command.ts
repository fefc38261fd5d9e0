/** `parley related`: past debates on the same question. */

import { routeCommand } from "../../../infra/cli/base/route.cli.ts";
import { plainLine } from "../../../infra/cli/base/terminal.ts";
import { readRelated } from "../api/related.routes.ts";

export const registerRelated = routeCommand({
  route: readRelated,
  name: "related",
  options: { limit: { flags: "-n, --limit <n>", help: "maximum number" } },
  says({ items, searched }) {
    if (items.length === 0) return `none of ${searched} completed debates asks the same\n`;
    const parts = items.map(({ id, topic, score, answer, differs, how }) =>
      [
        `${id}  ${wordOf(differs)}  (${score.toFixed(2)})`,
        `  ${plainLine(topic)}`,
        ...(answer === null ? [] : [`  ${plainLine(answer)}`]),
        `  ${plainLine(how)}`,
      ].join("\n"),
    );
    return `${parts.join("\n\n")}\n`;
  },
});

function wordOf(differs: boolean | null): string {
  if (differs === null) return "not compared";
  return differs ? "DIFFERS" : "agrees";
}
