/** The arguments of `npm run infra:costs`. */
import { Command, InvalidArgumentError } from "commander";
import { STAGES, stageOf } from "../../infra/cdk/base/stages.ts";
import { allCases, type Case } from "./cases.ts";
import type { Reader } from "./measure.ts";
import type { Pace } from "./models.ts";
import { LIST_PRICES, type Prices, type Terms } from "./table/prices.ts";

export interface CostsArguments {
  cases: Case[];
  how: Pace & Reader;
  terms: Terms;
  /** Debates that are played at a time. */
  atOnce: number;
  /** A file of an earlier run's JSON, whose counts are taken. */
  counted: string | null;
  json: boolean;
  write: boolean;
}

interface Out {
  out: (text: string) => void;
  err: (text: string) => void;
}

const PRICE_OPTIONS: [keyof Prices, string, string][] = [
  ["actions", "--price-per-million-actions", "a million Actions of Temporal"],
  ["activeGbh", "--price-active-gbh", "a gigabyte-hour of histories of debates that run"],
  ["retainedGbh", "--price-retained-gbh", "a gigabyte-hour of histories of debates that are over"],
  ["wru", "--price-wru", "a million write request units of DynamoDB"],
  ["rru", "--price-rru", "a million read request units of DynamoDB"],
  ["gbMonth", "--price-gb-month", "a gigabyte-month in DynamoDB"],
  ["gbSecond", "--price-gb-second", "a gigabyte-second of Lambda"],
  ["request", "--price-request", "a million requests to Lambda"],
];

/** Throws commander's error, which says what is wrong, instead of ending the process. */
export function parseArguments(argv: string[], streams: Out): CostsArguments {
  const command = commandOf(streams).parse(argv, { from: "user" });
  const options = command.opts();
  const cases = chosen(command);
  if (options["write"] && cases.length < allCases().length) command.error("error: --write wants all debates");
  const { api, workers } = stageOf(options["stage"] as string);
  return {
    cases,
    how: { modelSeconds: options["modelSeconds"], words: options["words"], streamSeconds: api.streamSeconds },
    terms: {
      ...pricesOf(options),
      stage: { api, workers },
      debatesAtOnce: options["debatesAtOnce"],
      retentionDays: options["retentionDays"],
      keptMonths: options["keptMonths"],
      fairness: options["fairness"] === true,
    },
    atOnce: options["lanes"],
    counted: (options["counted"] as string | undefined) ?? null,
    json: options["json"] === true,
    write: options["write"] === true,
  };
}

function commandOf({ out, err }: Out): Command {
  const command = new Command("infra:costs")
    .description(
      "Plays debates on this machine and counts what they would take in Temporal Cloud, DynamoDB and Lambda.",
    )
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .argument("[debates...]", "only these rows, by name; all unless told")
    .option("--model-seconds <n>", "seconds of each call to a model", numberIn({ min: 0.1, max: 100 }), 8)
    .option("--words <n>", "words of each turn", numberIn({ min: 10, max: 2000, whole: true }), 250)
    .option("--debates-at-once <n>", "debates that share the workers' functions", numberIn({ min: 1, max: 1000 }), 1)
    .option("--retention-days <n>", "days that Temporal keeps a history", numberIn({ min: 1, max: 90 }), 30)
    .option("--kept-months <n>", "months that a debate is kept in the table", numberIn({ min: 0, max: 1200 }), 1)
    .option("--fairness", "the namespace has Fairness switched on: a tenth more Actions")
    .option("--stage <name>", "whose memory and limits count", stage, "prod")
    .option("--lanes <n>", "debates that are played at a time", numberIn({ min: 1, max: 16, whole: true }), 4)
    .option("--json", "print what was counted as JSON")
    .option("--counted <file>", "plays nothing: takes what an earlier run has printed with --json")
    .option("--write", "put the tables into docs/design/costs.md");
  for (const [key, flag, of] of PRICE_OPTIONS)
    command.option(`${flag} <usd>`, `USD for ${of}`, numberIn({ min: 0, max: 1_000_000 }), LIST_PRICES[key]);
  return command;
}

function pricesOf(options: Record<string, number>): Prices {
  const camel = (flag: string) => flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(PRICE_OPTIONS.map(([key, flag]) => [key, options[camel(flag)]])) as unknown as Prices;
}

function chosen(command: Command): Case[] {
  const all = allCases();
  const strange = command.args.find((name) => !all.some((each) => each.name === name));
  if (strange !== undefined)
    command.error(`error: there is no debate "${strange}"; there are: ${all.map(({ name }) => name).join("; ")}`);
  return command.args.length === 0 ? all : all.filter(({ name }) => command.args.includes(name));
}

const numberIn = (range: { min: number; max: number; whole?: boolean }) => (text: string) => {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  const { min, max, whole = false } = range;
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
  throw new InvalidArgumentError(`It must be a ${whole ? "whole number" : "number"} from ${min} to ${max}.`);
};

function stage(name: string): string {
  if (STAGES.some((each) => each === name)) return name;
  throw new InvalidArgumentError(`There are ${STAGES.join(" and ")}.`);
}
