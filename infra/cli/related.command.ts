/** `parley related`: past debates on the same question. */
import { type Command, Option } from "commander";
import type { RelatedDebates } from "../../api/client/index.ts";
import { MOST_RELATED } from "../../features/related/domain/schema.related.ts";
import { numberIn } from "./base/arguments.cli.ts";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { debateCommand, type ServerOptions } from "./base/server-options.ts";
import { plainLine } from "./base/terminal.ts";

export function registerRelated(program: Command, cli: Cli): void {
  debateCommand(program, "related", "past debates on the same question, and where their answers differ")
    .addOption(
      new Option("-n, --limit <n>", "maximum number")
        .argParser(numberIn({ min: 1, max: MOST_RELATED, whole: true }))
        .default(5),
    )
    .action(async (id: string, { limit, ...options }: ServerOptions & { limit: number }) => {
      const related = await (await clientOf(cli, options)).related(id, { limit });
      if (options.json) return printJson(cli, related);
      cli.streams.out(textOf(related));
    });
}

function textOf({ items, searched }: RelatedDebates): string {
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
}

function wordOf(differs: boolean | null): string {
  if (differs === null) return "not compared";
  return differs ? "DIFFERS" : "agrees";
}
