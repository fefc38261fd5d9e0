/**
 * `parley doctor`: what the servers have that Parley needs; with a model, what that does with a debate's calls. It asks the
 * model directly, as `judge-audit` does, so no Parley has to run.
 */

import type { Command } from "commander";
import { providerRow } from "../../../activities/models/base/providers.ts";
import { createCatalogue, createMemory, createModels } from "../../../activities/models/index.ts";
import { money } from "../../../domain/base/words/figures.words.ts";
import { promptTokens } from "../../../domain/play/budget/worst-case.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import { costUsdOf, usageOf } from "../../../domain/shapes/state/costs.state.ts";
import type { Config } from "../../base/config.infra-base.ts";
import { EXIT } from "../../base/exit.ts";
import { requireAgreed } from "../base/agree.ts";
import { numberIn, UsageError } from "../base/arguments.cli.ts";
import { type Cli, printJson } from "../base/cli.ts";
import { requireModel } from "../base/required-model.ts";
import { tableText } from "../base/table.cli.ts";
import { type Examination, examine, type Finding } from "./examine.ts";
import { examineServers, serversText } from "./examine-servers.ts";
import { BALLOT_TOKENS, ballotPrompt, RECALL_TOKENS, recallPrompt, TURN, TURN_TOKENS } from "./prompts.command.ts";

interface DoctorOptions {
  window: number;
  yes?: boolean;
  json?: boolean;
}

/** Three, and one if the ballot is asked for once more. */
const MOST_CALLS = 4;
const NAMES: Record<Finding["what"], string> = {
  speaks: "speaks",
  streams: "streams",
  counts: "counts its tokens",
  thinks: "thinks",
  schema: "keeps to a schema",
  window: "keeps its window",
};

export function registerDoctor(program: Command, cli: Cli): void {
  program
    .command("doctor")
    .description(
      "say what Temporal and DynamoDB have that Parley needs; or ask a model what a short debate asks, and say what it can do and what Parley makes good",
    )
    .argument("[model]", "provider/model, for example ollama/llama3.2; left out: the servers")
    .option(
      "--window <tokens>",
      "length of the long prompt",
      numberIn({ min: 1_000, max: 1_000_000, whole: true }),
      12_000,
    )
    .option("--yes", "do not ask before the calls are made")
    .option("--json", "print JSON, and nothing else, on standard output")
    .action((model: string | undefined, options: DoctorOptions) =>
      model === undefined ? ofServers(cli, options) : doctor(cli, model, options),
    );
}

async function ofServers(cli: Cli, { json }: DoctorOptions): Promise<void> {
  const findings = await examineServers(cli.config());
  if (json) printJson(cli, { findings });
  else cli.streams.out(serversText(findings));
  if (findings.some(({ outcome, isRequired }) => outcome === "no" && isRequired)) cli.exitCode = EXIT.configuration;
}

async function doctor(cli: Cli, id: string, { window, yes, json }: DoctorOptions): Promise<void> {
  const config = cli.config();
  const model = requireModel(id, { ...config, option: "doctor" });
  if (providerRow(model.provider)?.demo)
    throw new UsageError("the demo's models are canned: there is nothing to examine");
  await requireAgreed(cli.streams, quote(id, { model, config, window }), yes);
  const memory = createMemory(null);
  const baseUrl = config.providers[model.provider]?.baseUrl ?? providerRow(model.provider)?.baseUrl ?? "";
  const learnt = () => memory.learntOf(baseUrl, model);
  const models = createModels({ providers: config.providers, memory });
  const examination = await examine({ model, models, learnt, window });
  const asked = [...(await learnt())];
  const { findings, spend, oddities, fault } = examination;
  if (json)
    printJson(cli, { model: id, findings, oddities, refuses: asked, usage: usageOf(spend), costUsd: costUsdOf(spend) });
  else cli.streams.out(examinationText(examination, asked));
  if (fault) cli.exitCode = fault.kind === "authentication" ? EXIT.configuration : EXIT.provider;
}

/** What it costs at most, in a sentence. */
function quote(id: string, { model, config, window }: { model: ModelRef; config: Config; window: number }): string {
  const prompts = [TURN, ballotPrompt([]), ballotPrompt([]), recallPrompt(window)];
  const input = prompts.reduce((sum, prompt) => sum + promptTokens(model, prompt, 0), 0);
  const output = TURN_TOKENS + 2 * BALLOT_TOKENS + RECALL_TOKENS;
  const micro = createCatalogue(config).costMicroUsd(model, { input, cachedInput: 0, cacheWrite: 0, output });
  const price = micro === null ? "Parley does not know its price" : `${money(micro / 1_000_000)} at most`;
  const tokens = (input + output).toLocaleString("en");
  return `This makes ${MOST_CALLS - 1} or ${MOST_CALLS} calls to ${id}, of ${tokens} tokens at most: ${price}.`;
}

function examinationText({ findings, spend, oddities }: Examination, refuses: string[]): string {
  const rows = findings.map(({ what, outcome, detail }) => [NAMES[what], outcome, detail]);
  const lines = [
    ...(refuses.length > 0 ? [`Its server refuses, and is not sent from then on: ${refuses.join(", ")}.`] : []),
    ...(oddities.length > 0 ? [`Odd in its replies: ${oddities.join(", ")}.`] : []),
    `${spend.calls} calls, ${spend.inputTokens + spend.outputTokens} tokens, ${money(costUsdOf(spend))}.`,
  ];
  return `${tableText({ head: ["IT", "", "WHAT WAS SEEN"], rows })}\n${lines.join("\n")}\n`;
}
