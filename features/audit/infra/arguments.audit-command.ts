/** The arguments of `judge-audit`. */

import { Command } from "commander";
import { familyOf } from "../../../domain/shapes/catalogue/family.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import type { Config } from "../../../infra/base/config.infra-base.ts";
import { numberIn, UsageError } from "../../../infra/cli/base/arguments.cli.ts";
import type { Streams } from "../../../infra/cli/base/cli.ts";
import { requireModel } from "../../../infra/cli/base/required-model.ts";
import { addServerOptions } from "../../../infra/cli/base/server-options.ts";
import type { CalibrationArguments } from "./calibrate.audit-command.ts";

export interface AuditArguments {
  model: string;
  pairs?: string;
  beside: string[];
  runs: number;
  limit?: number;
  concurrency: number;
  json?: boolean;
}

const MOST = { runs: 100, limit: 100_000, concurrency: 64 };
const OF_AUDITS = ["model", "pairs", "beside", "runs", "limit", "concurrency"];
const OF_CALIBRATIONS = ["right", "confidence", "url", "apiKey"];
const percent = numberIn({ min: 50, max: 99, whole: true });

/** Throws commander's error instead of ending the process. */
export function parseArguments(
  argv: string[],
  { out, err }: Pick<Streams, "out" | "err">,
): AuditArguments | (CalibrationArguments & { calibrate: true }) {
  const command = addServerOptions(new Command("judge-audit"))
    .description(
      "Measures how far a judge model is led by order, length, style, persuasion and its own family's texts, and how often it errs.",
    )
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .option("-m, --model <model>", "the judge, provider/model")
    .option(
      "--pairs <file>",
      'pairs of your own: lines of {"topic","a","b","better"?: "a"|"b"|"tie","fluent"?: "a"|"b","by"?: {"a","b"}} (default: a set of 50)',
    )
    .option(
      "--beside <models>",
      "other judges, separated by commas, to compare with where the judge's family wrote one text",
      (list: string) => list.split(",").map((id) => id.trim()),
      [],
    )
    .option("--runs <n>", "ask everything so many times", upTo(MOST.runs), 1)
    .option("--limit <n>", "only the first so many pairs", upTo(MOST.limit))
    .option("--concurrency <n>", "calls at a time", upTo(MOST.concurrency), 4)
    .option(
      "--calibrate",
      "ask no judge: find the support from which on the answers of a Parley have been shown to be right (needs 100 known outcomes)",
    )
    .option("--right <percent>", "with --calibrate: so many are to be right (default: 90)", percent)
    .option("--confidence <percent>", "with --calibrate: how sure that is to be (default: 95)", percent)
    .allowExcessArguments(false)
    .parse(argv, { from: "user" });
  requireOneWay(command);
  return command.opts();
}

/** Options of one way mean nothing on the other. */
function requireOneWay(command: Command): void {
  const { model, calibrate } = command.opts<{ model?: string; calibrate?: true }>();
  if (!calibrate && model === undefined) throw new UsageError("name the judge with --model, or take --calibrate");
  const others = calibrate ? OF_AUDITS : OF_CALIBRATIONS;
  const isGiven = (name: string) => command.getOptionValueSource(name) === "cli";
  const given = command.options.find(
    (option) => others.includes(option.attributeName()) && isGiven(option.attributeName()),
  );
  if (!given) return;
  throw new UsageError(
    calibrate ? `--calibrate asks no judge; leave out ${given.long}` : `${given.long} needs --calibrate`,
  );
}

const upTo = (max: number) => numberIn({ min: 1, max, whole: true });

/** Throws for a judge of the audited judge's family too: it may share the preference. */
export function requireOthers(
  ids: string[],
  { judge, providers }: Pick<Config, "providers"> & { judge: ModelRef },
): { name: string; model: ModelRef }[] {
  return ids.map((name) => {
    const model = requireModel(name, { providers, option: "--beside" });
    if (familyOf(model) !== familyOf(judge)) return { name, model };
    throw new UsageError(`--beside ${name} is of the judge's own family, ${familyOf(judge)}; name a judge of another`);
  });
}
