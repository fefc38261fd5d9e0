/** Runs one `judge-audit` command to its exit code. */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { providerRow } from "../../../activities/models/base/providers.ts";
import { createCatalogue, createModels } from "../../../activities/models/index.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import { type Config, loadConfig } from "../../../infra/base/config.infra-base.ts";
import { EXIT } from "../../../infra/base/exit.ts";
import { UsageError } from "../../../infra/cli/base/arguments.cli.ts";
import type { Streams } from "../../../infra/cli/base/cli.ts";
import { exitCodeAfter } from "../../../infra/cli/base/exit-code.ts";
import { requireModel } from "../../../infra/cli/base/required-model.ts";
import { plain } from "../../../infra/cli/base/terminal.ts";
import { startDemoModel } from "../../../infra/local/demo/model.demo.ts";
import { readLlmBar } from "../domain/llmbar.ts";
import { type AuditPair, readAuditPairs } from "../domain/pairs.ts";
import { type AuditArguments, parseArguments, requireOthers } from "./arguments.audit-command.ts";
import { type AuditInput, type AuditReport, audit } from "./audit.audit-command.ts";
import { calibrate } from "./calibrate.audit-command.ts";
import { reportText } from "./report.audit-command.ts";

const OWN_PAIRS = fileURLToPath(new URL("pairs.jsonl", import.meta.url));
const AT_ONCE = { ttftMs: 0, tps: 0 };

export interface AuditHost {
  streams: Pick<Streams, "out" | "err">;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Unit of retry waits in milliseconds; tests shorten it. */
  retryBaseMs?: number;
}

export async function runAudit(argv: string[], host: AuditHost): Promise<number> {
  return exitCodeAfter(() => reported(argv, host), host.streams.err);
}

async function reported(argv: string[], host: AuditHost): Promise<number> {
  const { out, err } = host.streams;
  const args = parseArguments(argv, host.streams);
  if ("calibrate" in args) return calibrate(args, host);
  const report = await auditBy(args, host);
  if (report.answered > 0) out(args.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
  if (report.stopped) {
    const { message, suggestion } = report.stopped;
    err(plain(`stopped after ${report.answered} of ${report.planned} verdicts: ${message}. ${suggestion}\n`));
  }
  return exitCodeOf(report);
}

function exitCodeOf({ stopped, figures }: AuditReport): number {
  if (stopped?.kind === "interrupted") return EXIT.interrupted;
  if (stopped) return stopped.kind === "authentication" ? EXIT.configuration : EXIT.provider;
  // Without a single verdict nothing was measured.
  const invalid = figures.find(({ name }) => name === "invalid");
  return invalid && invalid.count === invalid.of ? EXIT.provider : EXIT.ok;
}

async function auditBy(args: AuditArguments, host: AuditHost): Promise<AuditReport> {
  const config = loadConfig(host.env);
  const model = requireModel(args.model, config);
  const beside = requireOthers(args.beside, { judge: model, providers: config.providers });
  const pairs = (await readPairs(args.pairs)).slice(0, args.limit);
  const of = { name: args.model, model, beside, pairs, runs: args.runs, atOnce: args.concurrency };
  return await auditWith(of, { ...host, config, progress: (line) => host.streams.err(`${line}\n`) });
}

type Audited = Omit<AuditInput, "judge" | "demo" | "progress"> & { model: ModelRef };
export type AuditRun = Pick<AuditHost, "signal" | "retryBaseMs"> & Pick<AuditInput, "progress"> & { config: Config };

/** One judge's audit. Starts the demo model where one is asked. */
export async function auditWith({ model, ...of }: Audited, run: AuditRun): Promise<AuditReport> {
  const { config, signal, retryBaseMs, progress } = run;
  const demo =
    [model, ...of.beside.map((other) => other.model)].some((ref) => providerRow(ref.provider)?.demo) ?? false;
  await using cleanup = new AsyncDisposableStack();
  const providers = demo ? await withDemo(config, cleanup) : config.providers;
  const { defaultModel, defaultJudgeModel, durations } = config;
  // Awaited here, because the demo model stops at the end of this function.
  return await audit({
    ...of,
    demo,
    progress,
    judge: {
      model,
      models: createModels({ providers }),
      catalogue: createCatalogue({ providers, defaultModel, defaultJudgeModel }),
      durations,
      signal,
      ...(retryBaseMs !== undefined && { retryBaseMs }),
    },
  });
}

async function withDemo({ providers }: Config, cleanup: AsyncDisposableStack): Promise<Config["providers"]> {
  const demo = cleanup.adopt(await startDemoModel({ pace: AT_ONCE }), (it) => it.stop());
  return { ...providers, demo: { baseUrl: demo.url, apiKey: demo.key } };
}

/** Lines of JSON, or a list as LLMBar's files have it. */
export async function readPairs(path = OWN_PAIRS): Promise<AuditPair[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code ?? "unknown"})`);
  });
  const reading = text.trimStart().startsWith("[") ? readLlmBar(text) : readAuditPairs(text);
  if (reading.ok) return reading.pairs;
  throw new UsageError(reading.faults.map((fault) => `${path}, ${fault}`).join("\n"));
}
