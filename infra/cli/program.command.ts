/** The command line as a whole. */
import tab from "@bomb.sh/tab/commander";
import { Command } from "commander";
import { version } from "../base/version.ts";
import type { Cli } from "./base/cli.ts";
import { exitCodeAfter } from "./base/exit-code.ts";
import { withMeant } from "./base/meant.ts";
import type { Register } from "./base/route.cli.ts";

/**
 * By the names that are typed, in the order of the help. A command is loaded when it is named: all of them are most of the
 * API, which takes longer than what most commands do.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Register | readonly Register[]>>> = {
  "api worker": async () => (await import("./base/servers.cli.ts")).registerServers,
  debate: async () => (await import("./debate/debate.debate-command.ts")).registerDebate,
  gate: async () => (await import("./gate/gate.ts")).registerGate,
  files: async () => (await import("../../features/files/infra/files.command.ts")).registerFiles,
  presets: async () => (await import("../../features/presets/infra/presets.command.ts")).registerPresets,
  schedules: async () => (await import("../../features/schedules/infra/schedules.command.ts")).registerSchedules,
  estimate: async () => (await import("./estimate.command.ts")).registerEstimate,
  experiment: async () => (await import("../../features/experiments/infra/experiment.command.ts")).registerExperiment,
  experiments: async () =>
    (await import("../../features/experiments/infra/experiments.command.ts")).registerExperiments,
  models: async () => (await import("./models.command.ts")).registerModels,
  doctor: async () => (await import("./doctor/doctor.ts")).registerDoctor,
  list: async () => (await import("./list.command.ts")).registerList,
  show: async () => (await import("./list.command.ts")).registerShow,
  watch: async () => (await import("./debate/debate.debate-command.ts")).registerWatch,
  "start resume retry reset validate pause stop": async () => (await import("./steer.ts")).steeringCommands,
  answer: async () => (await import("./steer.ts")).registerAnswer,
  decide: async () => (await import("./steer.ts")).registerDecide,
  say: async () => (await import("./owner.command.ts")).registerSay,
  fork: async () => (await import("./branches.command.ts")).registerFork,
  twin: async () => (await import("./branches.command.ts")).registerTwin,
  compare: async () => (await import("./branches.command.ts")).registerCompare,
  related: async () => (await import("../../features/related/infra/related.command.ts")).registerRelated,
  rejudge: async () => (await import("./branches.command.ts")).registerRejudge,
  rate: async () => (await import("./owner.command.ts")).registerRate,
  outcome: async () => (await import("./owner.command.ts")).registerOutcome,
  export: async () => (await import("./export.ts")).registerExport,
  import: async () => (await import("../../features/imports/infra/import.command.ts")).registerImport,
  verify: async () => (await import("../../features/receipts/infra/verify.command.ts")).registerVerify,
  share: async () => (await import("../../features/shares/infra/share.command.ts")).registerShare,
  delete: async () => (await import("./owner.command.ts")).registerDelete,
  keys: async () => (await import("./keys/keys.command.ts")).keysCommands(),
  quota: async () => (await import("./keys/quota.command.ts")).quotaCommand(),
  backup: async () => (await import("./backup.ts")).registerBackup,
  mcp: async () => (await import("../../features/mcp/infra/mcp.command.ts")).registerMcp,
};

/** Runs one command line to its exit code. */
export async function runCli(cli: Cli, argv: string[]): Promise<number> {
  const run = async () => {
    await (await createProgram(cli, argv)).parseAsync(argv, { from: "user" });
    return cli.exitCode;
  };
  return exitCodeAfter(run, cli.streams.err);
}

/** The program for this command line. It throws commander's error instead of ending the process. */
export async function createProgram(cli: Cli, argv: readonly string[]): Promise<Command> {
  const program = new Command("parley").description("Debates between language models.").exitOverride();
  program.version(version(), "-V, --version", "print Parley's version");
  program.configureOutput({
    writeOut: cli.streams.out,
    writeErr: cli.streams.err,
    outputError: (text, write) => write(withMeant(text)),
  });
  const commands = await Promise.all(loadersFor(argv).map((load) => load()));
  for (const register of commands.flat()) register(program, cli);
  tab(program);
  return program;
}

/** None for the version, one for a command, and all for the help, for completion and for a word that is no command. */
function loadersFor([first = ""]: readonly string[]) {
  if (first === "-V" || first === "--version") return [];
  const named = Object.entries(COMMANDS).find(([names]) => names.split(" ").includes(first));
  return named ? [named[1]] : Object.values(COMMANDS);
}
