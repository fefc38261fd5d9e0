/** `parley schedules`: debates that begin by the clock. */
import { type Command, Option } from "commander";
import type { NewSchedule, Schedule, ScheduleRun, ScheduleState } from "../../../api/client/index.ts";
import { OVERLAPS } from "../../../features/schedules/domain/schedule.ts";
import { UsageError } from "../base/arguments.cli.ts";
import { type Cli, clientOf, printJson } from "../base/cli.ts";
import { addServerOptions, type ServerOptions } from "../base/server-options.ts";
import { tableText } from "../base/table.cli.ts";
import { plainLine, shortened } from "../base/terminal.ts";
import { readJsonObject } from "../base/text-file.ts";

interface CreateOptions
  extends ServerOptions,
    Pick<NewSchedule, "cron" | "interval" | "overlap" | "preset" | "timeZone"> {
  topic?: string;
  file?: string;
  paused?: boolean;
}

const LONGEST_NAME = 40;
const LONGEST_REASON = 60;
const PAGE = 100;

export function registerSchedules(program: Command, cli: Cli): void {
  const schedules = program.command("schedules").description("debates that begin by the clock");

  addServerOptions(schedules.command("list", { isDefault: true }))
    .description("show the schedules, newest first")
    .action(async (options: ServerOptions) => {
      const { items } = await (await clientOf(cli, options)).schedules.list({ limit: PAGE });
      if (options.json) return printJson(cli, items);
      cli.streams.out(items.length === 0 ? "no schedules\n" : listText(items));
    });

  addServerOptions(schedules.command("create"))
    .description("begin debates by the clock")
    .argument("<name>", "what to call it")
    .option(
      "--preset <name>",
      "the preset to start: weekly is its newest version at each run, weekly@3 always the third",
    )
    .option("--topic <topic>", "what to debate, where the preset does not say it")
    .option("--file <path>", "instead: the request as JSON, as POST /v1/debates takes it")
    .addOption(
      new Option("--cron <line>", "minute, hour, day, month, day of the week: 0 9 * * 1").conflicts("interval"),
    )
    .option("--interval <time>", "how often, at least 10s: 90s, 15m, 6h, 1d")
    .option("--time-zone <zone>", "in which the cron line is read, such as Europe/Berlin (default: UTC)")
    .addOption(new Option("--overlap <policy>", "when the debate before still runs (default: skip)").choices(OVERLAPS))
    .option("--paused", "begin nothing until it is resumed")
    .action(async (name: string, options: CreateOptions) => {
      const request = await requestOf(name, options);
      const made = await (await clientOf(cli, options)).schedules.create(request);
      show(cli, made, options);
    });

  one("show", "show a schedule with its next times", async (id, options) => {
    show(cli, await (await clientOf(cli, options)).schedules.get(id), options);
  });
  one("pause", "begin nothing until it is resumed", async (id, options) => {
    show(cli, await (await clientOf(cli, options)).schedules.pause(id), options);
  });
  one("resume", "begin debates again", async (id, options) => {
    show(cli, await (await clientOf(cli, options)).schedules.resume(id), options);
  });
  one("trigger", "run it now, by its overlap policy", async (id, options) => {
    show(cli, await (await clientOf(cli, options)).schedules.trigger(id), options);
  });
  one("runs", "show its last runs with their debates", async (id, options) => {
    const { items } = await (await clientOf(cli, options)).schedules.runs(id, { limit: PAGE });
    if (options.json) return printJson(cli, items);
    cli.streams.out(items.length === 0 ? "no runs yet\n" : runsText(items));
  });
  one("delete", "delete it; its debates stay", async (id, options) => {
    await (await clientOf(cli, options)).schedules.delete(id);
    cli.streams.err(`${id} is deleted\n`);
  });

  function one(name: string, summary: string, act: (id: string, options: ServerOptions) => Promise<void>): void {
    addServerOptions(schedules.command(name)).description(summary).argument("<id>", "the schedule").action(act);
  }
}

async function requestOf(name: string, options: CreateOptions): Promise<NewSchedule> {
  const { preset, topic, file, cron, interval, timeZone, overlap, paused } = options;
  if (file === undefined && preset === undefined) throw new UsageError("give --preset or --file");
  if (cron === undefined && interval === undefined) throw new UsageError("give --cron or --interval");
  const isAlone = file === undefined && topic === undefined;
  const given = { ...(file !== undefined && (await readJsonObject(file))), ...(topic !== undefined && { topic }) };
  return {
    name,
    ...(isAlone ? { preset } : { request: { ...(preset !== undefined && { preset }), ...given } }),
    ...(cron !== undefined && { cron }),
    ...(interval !== undefined && { interval }),
    ...(timeZone !== undefined && { timeZone }),
    ...(overlap !== undefined && { overlap }),
    ...(paused && { paused }),
  };
}

function show(cli: Cli, schedule: ScheduleState, { json }: ServerOptions): void {
  if (json) return printJson(cli, schedule);
  const { id, name, paused, next, running, counts, overlap } = schedule;
  const [first] = next;
  const lines = [
    `${id}: ${plainLine(name)}, ${whenOf(schedule)}, overlap ${overlap}`,
    paused ? "paused" : `next: ${first ?? "never"}`,
    `${counts.started} started, ${running} running, ${counts.skipped} skipped, ${counts.missed} missed`,
  ];
  cli.streams.out(`${lines.join("\n")}\n`);
}

function whenOf({ cron, interval, timeZone }: Schedule): string {
  return cron === null ? `every ${interval}` : `${cron} ${timeZone}`;
}

function listText(schedules: Schedule[]): string {
  const rows = schedules.map((schedule) => [
    schedule.id,
    schedule.paused ? "paused" : "on",
    whenOf(schedule),
    schedule.overlap,
    shortened(plainLine(schedule.name), LONGEST_NAME),
  ]);
  return tableText({ head: ["ID", "STATE", "WHEN", "OVERLAP", "NAME"], rows });
}

function runsText(runs: ScheduleRun[]): string {
  const rows = runs.map(({ scheduledFor, status, debate, reason }) => [
    scheduledFor,
    status,
    debate ?? "-",
    shortened(plainLine(reason ?? ""), LONGEST_REASON),
  ]);
  return tableText({ head: ["FOR", "STATUS", "DEBATE", "REASON"], rows });
}
