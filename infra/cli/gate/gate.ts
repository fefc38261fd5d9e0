/** `parley gate` asks a question or reviews a file or a change, and exits with what the conclusion says. */
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Command, CommanderError, Option } from "commander";
import type { NewDebate } from "../../../api/client/index.ts";
import { EXIT } from "../../base/exit.ts";
import { addShowingOptions, type Showing, UsageError } from "../base/arguments.cli.ts";
import { type Cli, printJson } from "../base/cli.ts";
import { exitCodeAfter } from "../base/exit-code.ts";
import { addServerOptions, type ServerOptions } from "../base/server-options.ts";
import { readFilled } from "../base/text-file.ts";
import { hostedDebate } from "../debate/debate.debate-command.ts";
import { endingOf, requireWritable } from "../debate/files.debate-command.ts";
import { type Ending, requireFiles } from "../debate/run.debate-command.ts";
import { annotationsOf, withoutCommands } from "./annotations.gate.ts";
import type { ChangeSource } from "./change.gate.ts";
import { type Review, reviewChange, reviewCode } from "./review.gate.ts";
import { reviewText } from "./review-text.ts";
import { sarifOf } from "./sarif.gate.ts";
import { errorCode, gateCode, gateText, LEAST_SUPPORT, type LeastSupport } from "./verdict.command.ts";

interface GateOptions extends ServerOptions, Showing, ChangeSource {
  preset: string;
  file?: string;
  sarif?: string;
  github?: boolean;
  support: LeastSupport;
}

const ABOUT_A_FILE = "Should this change be merged?";

export function registerGate(program: Command, cli: Cli): void {
  addShowingOptions(addServerOptions(program.command("gate")))
    .description(
      "debate a question, a file or a change: exits with 0 for yes, 1 for no, 2 for unclear, 3 or more for an error",
    )
    .argument("[topic]", `the question; with a file or a change by default "${ABOUT_A_FILE}"`)
    .option("--preset <name>", "the preset to start, which needs a conclusion", "decision")
    .option("--file <path>", "a text to judge: everybody reads it as an exhibit")
    .addOption(
      new Option("--base <commit>", "review what changed since this commit or branch, with findings by line").conflicts(
        ["file", "diff"],
      ),
    )
    .addOption(new Option("--head <commit>", "the changed commit (default: HEAD)").conflicts(["file", "diff"]))
    .addOption(
      new Option("--diff <path>", "review the diff in this file, or on standard input: -").conflicts(["file", "base"]),
    )
    .option("--sarif <file>", "write the findings of a change as SARIF 2.1.0")
    .option("--github", "print the findings of a change as annotations of GitHub Actions too")
    .addOption(
      new Option("--support <level>", "the least support of a conclusion that passes or fails")
        .choices(LEAST_SUPPORT)
        .default("moderate"),
    )
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : new CommanderError(EXIT.configuration, error.code, error.message);
    })
    .action(async (topic: string | undefined, options: GateOptions) => {
      let outcome: number | null = null;
      const work = async () => {
        outcome = await (isAboutChange(options) ? gateChange(cli, topic, options) : gate(cli, topic, options));
        return EXIT.ok;
      };
      const code = await exitCodeAfter(work, cli.streams.err);
      cli.exitCode = outcome ?? errorCode(code);
    });
}

function isAboutChange({ base, head, diff, sarif, github }: GateOptions): boolean {
  const isChange = base !== undefined || diff !== undefined;
  if (!isChange && (head !== undefined || sarif !== undefined || github))
    throw new UsageError("--head, --sarif and --github are about a change: give --base or --diff");
  return isChange;
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
  if (file === undefined && !topic?.trim())
    throw new UsageError("give a question, a file with --file, or a change with --base or --diff");
  const text = file === undefined ? null : await readFilled(file);
  const exhibits = file !== undefined && text !== null ? [{ title: basename(file), text }] : [];
  return { preset, topic: topic?.trim() || ABOUT_A_FILE, ...(exhibits.length > 0 && { exhibits }) };
}

async function gateChange(cli: Cli, topic: string | undefined, options: GateOptions): Promise<number> {
  const { github, preset, support: least } = options;
  const showing = await requireFiles(options);
  const sarif = options.sarif && (await requireWritable({ option: "--sarif", path: options.sarif, endings: SARIFS }));
  // What debates say could be commands to GitHub's runner, which reads both streams.
  const teller = github ? { ...cli, streams: { ...cli.streams, err: () => {} } } : cli;
  const debate = (asked: NewDebate, ending: Ending, at: number) =>
    hostedDebate(teller, { server: options, showing: ofPart(showing, at), request: async () => asked, ending });
  const reviewed = () => reviewChange({ source: options, topic: topic?.trim() || ABOUT_A_FILE, preset, least, debate });
  const review = async () => {
    const made = await reviewed();
    if (typeof made !== "number") tell(cli, made, options);
    return made;
  };
  const made = await (github ? withoutCommands(cli.streams.out, review) : review());
  if (typeof made === "number") return made;
  if (github) cli.streams.out(annotationsOf(made.findings));
  if (sarif) {
    await writeFile(sarif, `${JSON.stringify(sarifOf(made.findings), null, 2)}\n`);
    cli.streams.err(`wrote ${sarif}\n`);
  }
  return reviewCode(made);
}

const SARIFS = [".sarif", ".json"];

function tell(cli: Cli, review: Review, { json }: Showing): void {
  if (json) printJson(cli, review);
  else cli.streams.out(reviewText(review));
}

/** Each debate of a review writes files of its own: `review.md`, `review-2.md`. What is printed is the review's. */
function ofPart({ output, report, ...showing }: Showing, at: number): Showing {
  const named = (path: string) => {
    const ending = endingOf(path);
    return at === 0 ? path : `${path.slice(0, path.length - ending.length)}-${at + 1}${ending}`;
  };
  return {
    ...showing,
    json: false,
    ...(output && { output: named(output) }),
    ...(report && { report: named(report) }),
  };
}
