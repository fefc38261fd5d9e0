/** The arguments of `judge-audit`. */

import { Command } from "commander";
import { familyOf } from "../../../domain/shapes/catalogue/family.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import type { Config } from "../../../infra/base/config.infra-base.ts";
import { numberIn, UsageError } from "../../../infra/cli/base/arguments.cli.ts";
import type { Streams } from "../../../infra/cli/base/cli.ts";
import { requireModel } from "../../../infra/cli/base/required-model.ts";

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

/** Throws commander's error instead of ending the process. */
export function parseArguments(argv: string[], { out, err }: Pick<Streams, "out" | "err">): AuditArguments {
  const command = new Command("judge-audit")
    .description(
      "Measures how far a judge model is led by order, length, style, persuasion and its own family's texts, and how often it errs.",
    )
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .requiredOption("-m, --model <model>", "the judge, provider/model")
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
    .option("--json", "print JSON")
    .allowExcessArguments(false);
  return command.parse(argv, { from: "user" }).opts<AuditArguments>();
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
