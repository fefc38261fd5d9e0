/** `parley related`: past debates on the same question. */
import { readRelated } from "../../features/related/api/related.routes.ts";
import { routeCommand } from "./base/route.cli.ts";
import { plainLine } from "./base/terminal.ts";

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
