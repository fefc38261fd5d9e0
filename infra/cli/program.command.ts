/** The command line as a whole. */
import tab from "@bomb.sh/tab/commander";
import { Command } from "commander";
import { version } from "../base/version.ts";
import { registerBackup } from "./backup.ts";
import type { Cli } from "./base/cli.ts";
import { registerFiles } from "./base/files.cli.ts";
import { withMeant } from "./base/meant.ts";
import { registerServers } from "./base/servers.cli.ts";
import { registerCompare, registerFork, registerTwin } from "./branches.command.ts";
import { registerDebate, registerWatch } from "./debate/debate.debate-command.ts";
import { registerDoctor } from "./doctor/doctor.ts";
import { registerEstimate } from "./estimate.command.ts";
import { registerExperiment } from "./experiment/experiment.command.ts";
import { registerExport } from "./export.ts";
import { registerGate } from "./gate/gate.ts";
import { registerKeys } from "./keys/keys.command.ts";
import { registerQuota } from "./keys/quota.command.ts";
import { withStore } from "./keys/store.command.ts";
import { registerList, registerShow } from "./list.command.ts";
import { registerMcp } from "./mcp.command.ts";
import { registerModels } from "./models.command.ts";
import { registerDelete, registerImport, registerOutcome, registerRate, registerSay } from "./owner.command.ts";
import { registerPresets } from "./presets.command.ts";
import { registerRejudge } from "./rejudge.command.ts";
import { registerRelated } from "./related.command.ts";
import { registerSchedules } from "./schedules/schedules.command.ts";
import { registerShare } from "./share.command.ts";
import { registerAnswer, registerCommands, registerDecide } from "./steer.ts";
import { registerVerify } from "./verify.command.ts";

/** In the order of the help. */
const COMMANDS = [
  registerServers,
  registerDebate,
  registerGate,
  registerFiles,
  registerPresets,
  registerSchedules,
  registerEstimate,
  registerExperiment,
  registerModels,
  registerDoctor,
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
  registerRelated,
  registerRejudge,
  registerRate,
  registerOutcome,
  registerExport,
  registerImport,
  registerVerify,
  registerShare,
  registerDelete,
  keys,
  quota,
  registerBackup,
  registerMcp,
];

/** Keys are read from the store, so no server is needed. */
function keys(program: Command, cli: Cli): void {
  const { out, err, ask } = cli.streams;
  const progress = (line: string) => err(`${line}\n`);
  registerKeys(program, {
    withKeys: (use) => withStore({ config: cli.config(), progress }, ({ records }) => use(records)),
    now: () => new Date(),
    out,
    err,
    ask,
  });
}

function quota(program: Command, cli: Cli): void {
  const progress = (line: string) => cli.streams.err(`${line}\n`);
  registerQuota(program, {
    withStore: (use) => withStore({ config: cli.config(), progress }, use),
    now: () => new Date(),
    out: cli.streams.out,
  });
}

/** Throws commander's error instead of ending the process. */
export function createProgram(cli: Cli): Command {
  const program = new Command("parley").description("Debates between language models.").exitOverride();
  program.version(version(), "-V, --version", "print Parley's version");
  program.configureOutput({
    writeOut: cli.streams.out,
    writeErr: cli.streams.err,
    outputError: (text, write) => write(withMeant(text)),
  });
  for (const register of COMMANDS) register(program, cli);
  tab(program);
  return program;
}
