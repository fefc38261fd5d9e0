/** The command line as a whole. */
import tab from "@bomb.sh/tab/commander";
import { Command } from "commander";
import { registerExperiment } from "../../features/experiments/infra/experiment.command.ts";
import { registerFiles } from "../../features/files/infra/files.command.ts";
import { registerImport } from "../../features/imports/infra/import.command.ts";
import { registerMcp } from "../../features/mcp/infra/mcp.command.ts";
import { registerPresets } from "../../features/presets/infra/presets.command.ts";
import { registerVerify } from "../../features/receipts/infra/verify.command.ts";
import { registerRelated } from "../../features/related/infra/related.command.ts";
import { registerSchedules } from "../../features/schedules/infra/schedules.command.ts";
import { registerShare } from "../../features/shares/infra/share.command.ts";
import { version } from "../base/version.ts";
import { registerBackup } from "./backup.ts";
import type { Cli } from "./base/cli.ts";
import { exitCodeAfter } from "./base/exit-code.ts";
import { withMeant } from "./base/meant.ts";
import { registerServers } from "./base/servers.cli.ts";
import { registerCompare, registerFork, registerRejudge, registerTwin } from "./branches.command.ts";
import { registerDebate, registerWatch } from "./debate/debate.debate-command.ts";
import { registerDoctor } from "./doctor/doctor.ts";
import { registerEstimate } from "./estimate.command.ts";
import { registerExport } from "./export.ts";
import { registerGate } from "./gate/gate.ts";
import { keysCommands, STORE_PORTS } from "./keys/keys.command.ts";
import { quotaCommand } from "./keys/quota.command.ts";
import { registerList, registerShow } from "./list.command.ts";
import { registerModels } from "./models.command.ts";
import { registerDelete, registerOutcome, registerRate, registerSay } from "./owner.command.ts";
import { registerAnswer, registerDecide, steeringCommands } from "./steer.ts";

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
  ...steeringCommands,
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
  keysCommands(STORE_PORTS),
  quotaCommand(STORE_PORTS),
  registerBackup,
  registerMcp,
];

/** Runs one command line to its exit code. */
export async function runCli(cli: Cli, argv: string[]): Promise<number> {
  const run = async () => {
    await createProgram(cli).parseAsync(argv, { from: "user" });
    return cli.exitCode;
  };
  return exitCodeAfter(run, cli.streams.err);
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
