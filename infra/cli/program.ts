/** The command line as a whole. */
import tab from "@bomb.sh/tab/commander";
import { Command } from "commander";
import { version } from "../version.ts";
import { registerCompare, registerFork, registerTwin } from "./branches.ts";
import type { Cli } from "./cli.ts";
import { registerDebate, registerWatch } from "./debate/debate.ts";
import { registerEstimate } from "./estimate.ts";
import { registerExperiment } from "./experiment/experiment.ts";
import { registerExport } from "./export.ts";
import { registerKeys } from "./keys/keys.ts";
import { withKeys } from "./keys/store.ts";
import { registerList, registerShow } from "./list.ts";
import { registerMcp } from "./mcp.ts";
import { registerModels } from "./models.ts";
import { registerDelete, registerImport, registerOutcome, registerRate, registerSay } from "./owner.ts";
import { registerRejudge } from "./rejudge.ts";
import { registerShare } from "./share.ts";
import { registerAnswer, registerCommands, registerDecide } from "./steer.ts";

/** In the order of the help. */
const COMMANDS = [
  registerDebate,
  registerEstimate,
  registerExperiment,
  registerModels,
  registerList,
  registerShow,
  registerWatch,
  registerCommands,
  registerAnswer,
  registerDecide,
  registerSay,
  registerFork,
  registerTwin,
  registerCompare,
  registerRejudge,
  registerRate,
  registerOutcome,
  registerExport,
  registerImport,
  registerShare,
  registerDelete,
  keys,
  registerMcp,
];

/** Keys are read from the store, so no server is needed. */
function keys(program: Command, cli: Cli): void {
  const { out, err, ask } = cli.streams;
  const progress = (line: string) => err(`${line}\n`);
  registerKeys(program, {
    withKeys: (use) => withKeys({ config: cli.config(), progress }, use),
    now: () => new Date(),
    out,
    err,
    ask,
  });
}

/** Throws commander's error instead of ending the process. */
export function createProgram(cli: Cli): Command {
  const program = new Command("parley").description("Debates between language models.").exitOverride();
  program.version(version(), "-V, --version", "print Parley's version");
  program.configureOutput({ writeOut: cli.streams.out, writeErr: cli.streams.err });
  for (const register of COMMANDS) register(program, cli);
  tab(program);
  return program;
}
