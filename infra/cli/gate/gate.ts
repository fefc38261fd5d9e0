/** `parley gate` asks a question or reviews a file, and exits with what the conclusion says. */
import { basename } from "node:path";
import { type Command, Option } from "commander";
import type { NewDebate } from "../../../api/client/index.ts";
import { EXIT } from "../../base/exit.ts";
import { addShowingOptions, type Showing, UsageError } from "../base/arguments.cli.ts";
import type { Cli } from "../base/cli.ts";
import { exitCodeAfter } from "../base/exit-code.ts";
import { addServerOptions, type ServerOptions } from "../base/server-options.ts";
import { readFilled } from "../base/text-file.ts";
import { hostedDebate } from "../debate/debate.debate-command.ts";
import { type Ending, requireFiles } from "../debate/run.debate-command.ts";
import { errorCode, gateCode, gateText, LEAST_SUPPORT, type LeastSupport } from "./verdict.command.ts";

interface GateOptions extends ServerOptions, Showing {
  preset: string;
  file?: string;
  support: LeastSupport;
}

const ABOUT_A_FILE = "Should this change be merged?";

export function registerGate(program: Command, cli: Cli): void {
  addShowingOptions(addServerOptions(program.command("gate")))
    .description("debate a question or a file: exits with 0 for yes, 1 for no, 2 for unclear, 2 or more for an error")
    .argument("[topic]", `the question; with --file by default "${ABOUT_A_FILE}"`)
    .option("--preset <name>", "the preset to start, which needs a conclusion", "decision")
    .option("--file <path>", "a text to judge, such as a diff: everybody reads it as an exhibit")
    .addOption(
      new Option("--support <level>", "the least support of a conclusion that passes or fails")
        .choices(LEAST_SUPPORT)
        .default("moderate"),
    )
    .action(async (topic: string | undefined, options: GateOptions) => {
      let outcome: number | null = null;
      const work = async () => {
        outcome = await gate(cli, topic, options);
        return EXIT.ok;
      };
      const code = await exitCodeAfter(work, cli.streams.err);
      cli.exitCode = outcome ?? errorCode(code);
    });
}

async function gate(cli: Cli, topic: string | undefined, options: GateOptions): Promise<number> {
  const asked = await requestOf(topic, options);
  const showing = await requireFiles(options);
  const ending: Ending = (debate, earned) => ({
    text: gateText(debate, { introduced: cli.streams.areOne, earned, least: options.support }),
    code: gateCode(debate, options.support),
  });
  return hostedDebate(cli, { server: options, showing, request: async () => asked, ending });
}

async function requestOf(topic: string | undefined, { preset, file }: GateOptions): Promise<NewDebate> {
  if (file === undefined && !topic?.trim()) throw new UsageError("give a question, or a file with --file");
  const text = file === undefined ? null : await readFilled(file);
  const exhibits = file !== undefined && text !== null ? [{ title: basename(file), text }] : [];
  return { preset, topic: topic?.trim() || ABOUT_A_FILE, ...(exhibits.length > 0 && { exhibits }) };
}
