/** Runs one audit: asks every probe and counts the answers, even if it ends early. */
import { ModelFault } from "../../../activities/models/base/port.model.ts";
import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import type { Usage } from "../../../domain/shapes/schemas/spend.schema.ts";
import { addSpend, costUsdOf, NO_SPEND, usageOf } from "../../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../../domain/shapes/state/state.ts";
import { type AuditAnswer, type Probe, probesOf, swapsOf } from "../domain/audit.ts";
import { countAnswers } from "../domain/counts.audit.ts";
import { type AuditFigure, figuresOf } from "../domain/figures.audit.ts";
import { type AuditPair, ownSide } from "../domain/pairs.ts";
import { askJudge, type Judge } from "./ask.audit-command.ts";

export interface AuditReport {
  model: string;
  demo: boolean;
  pairs: number;
  runs: number;
  /** Planned verdicts, and completed ones. */
  planned: number;
  answered: number;
  figures: AuditFigure[];
  usage: Usage;
  costUsd: number | null;
  /** Other judges, asked about the pairs of which the judge's family wrote one text. */
  beside: string[];
  /** Why it ended early. */
  stopped: { kind: string; message: string; suggestion: string } | null;
}

export interface AuditInput {
  judge: Omit<Judge, "spent">;
  name: string;
  /** Other judges to compare with. */
  beside: { name: string; model: ModelRef }[];
  demo: boolean;
  pairs: AuditPair[];
  runs: number;
  /** Only both orders of each pair, as it is. */
  swapsOnly?: boolean;
  /** USD: no further verdict is asked for once so much is spent. */
  maxCostUsd?: number;
  atOnce: number;
  progress: (line: string) => void;
}

class BudgetSpent extends Error {}
const INTERRUPTED = { kind: "interrupted", message: "it was interrupted", suggestion: "Start it again." };
const SPENT = { kind: "budget", message: "the budget is spent", suggestion: "Give it more, or fewer pairs." };

export async function audit(input: AuditInput): Promise<AuditReport> {
  const { pairs, runs, beside, maxCostUsd = Infinity } = input;
  const questions = questionsOf(input);
  let total = NO_SPEND;
  const spent = (spend: Spend) => void (total = addSpend(total, spend));
  const answers: AuditAnswer[] = [];
  const others: AuditAnswer[] = [];
  const tell = createTeller(questions.length, input.progress);
  const work = async ({ probe, model }: Question) => {
    if ((costUsdOf(total) ?? 0) >= maxCostUsd) throw new BudgetSpent();
    const answer = {
      probe,
      choice: await askJudge({ ...input.judge, model: model ?? input.judge.model, spent }, probe),
    };
    (model ? others : answers).push(answer);
    tell(answers.length + others.length);
  };
  const { signal } = input.judge;
  const stopped = await inParallel(questions, { atOnce: input.atOnce, signal }, work).then(
    () => null,
    (error: unknown) => reasonOf(error, signal),
  );
  return {
    model: input.name,
    demo: input.demo,
    pairs: pairs.length,
    runs,
    beside: beside.map(({ name }) => name),
    planned: questions.length,
    answered: answers.length + others.length,
    figures: figuresOf(countAnswers({ answers, others, judge: input.judge.model })),
    usage: usageOf(total),
    costUsd: costUsdOf(total),
    stopped,
  };
}

/** `model` if another judge is asked. */
interface Question {
  probe: Probe;
  model?: ModelRef;
}

/** Other judges are asked only about pairs of which the judge's family wrote one text, and without padding. */
function questionsOf({ judge, pairs, runs, beside, swapsOnly = false }: AuditInput): Question[] {
  const probes = swapsOnly ? swapsOf(pairs, runs) : probesOf(pairs, runs);
  const shared = probes.filter((probe) => probe.comparison === "swap" && ownSide(probe, judge.model) !== null);
  const others = beside.flatMap(({ model }) => shared.map((probe) => ({ probe: ofJudge(probe, model), model })));
  return [...probes.map((probe) => ({ probe })), ...others];
}

/** So that the two orders of one judge's comparison find each other. */
function ofJudge(probe: Probe, model: ModelRef): Probe {
  return { ...probe, twin: `${modelId(model)}/${probe.twin}` };
}

function reasonOf(error: unknown, signal: AbortSignal): AuditReport["stopped"] {
  if (signal.aborted) return INTERRUPTED;
  if (error instanceof BudgetSpent) return SPENT;
  if (!(error instanceof ModelFault)) throw error;
  const { kind, message, suggestion } = error;
  return { kind, message, suggestion };
}

/** Reports each tenth. */
function createTeller(all: number, progress: AuditInput["progress"]): (done: number) => void {
  const step = Math.max(1, Math.floor(all / 10));
  return (done) => {
    if (done % step === 0 || done === all) progress(`${done} of ${all} verdicts`);
  };
}

/** Processes a list in order, `atOnce` items at a time. The first error stops it after the running items. */
async function inParallel<T>(
  items: readonly T[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const errors: unknown[] = [];
  const worker = async () => {
    for (const item of queue) {
      if (errors.length > 0 || signal.aborted) return;
      await work(item).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (errors.length > 0) throw errors[0];
  signal.throwIfAborted();
}
