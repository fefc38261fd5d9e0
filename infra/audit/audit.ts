/** One audit: every probe is asked, and what came back is counted, even when it ended early. */
import { ModelFault } from "../../activities/models/port.ts";
import { costUsdOf, usageOf } from "../../domain/costs.ts";
import { type AuditAnswer, countAnswers, probesOf } from "../../domain/judging/audit.ts";
import { type AuditFigure, figuresOf } from "../../domain/judging/audit-figures.ts";
import type { AuditPair } from "../../domain/judging/audit-pairs.ts";
import type { Usage } from "../../domain/schemas/spend.ts";
import { askJudge, createLedger, type Judge } from "./ask.ts";
import { inParallel } from "./pool.ts";

export interface AuditReport {
  model: string;
  demo: boolean;
  pairs: number;
  runs: number;
  /** Verdicts that were to be had, and those that were asked for to the end. */
  planned: number;
  answered: number;
  figures: AuditFigure[];
  usage: Usage;
  costUsd: number | null;
  /** Why it ended before all was asked. */
  stopped: { kind: string; message: string; suggestion: string } | null;
}

export interface AuditInput {
  judge: Omit<Judge, "spent">;
  name: string;
  demo: boolean;
  pairs: AuditPair[];
  runs: number;
  atOnce: number;
  progress: (line: string) => void;
}

const INTERRUPTED = { kind: "interrupted", message: "it was interrupted", suggestion: "Start it again." };

export async function audit(input: AuditInput): Promise<AuditReport> {
  const { pairs, runs } = input;
  const probes = probesOf(pairs, runs);
  const ledger = createLedger();
  const judge = { ...input.judge, spent: ledger.spent };
  const answers: AuditAnswer[] = [];
  const tell = createTeller(probes.length, input.progress);
  const { atOnce } = input;
  const work = async (probe: AuditAnswer["probe"]) => {
    answers.push({ probe, choice: await askJudge(judge, probe) });
    tell(answers.length);
  };
  const stopped = await inParallel(probes, { atOnce, signal: judge.signal }, work).then(
    () => null,
    (error: unknown) => reasonOf(error, judge.signal),
  );
  return {
    model: input.name,
    demo: input.demo,
    pairs: pairs.length,
    runs,
    planned: probes.length,
    answered: answers.length,
    figures: figuresOf(countAnswers(answers)),
    usage: usageOf(ledger.total()),
    costUsd: costUsdOf(ledger.total()),
    stopped,
  };
}

function reasonOf(error: unknown, signal: AbortSignal): AuditReport["stopped"] {
  if (signal.aborted) return INTERRUPTED;
  if (!(error instanceof ModelFault)) throw error;
  const { kind, message, suggestion } = error;
  return { kind, message, suggestion };
}

/** A line at each tenth. */
function createTeller(all: number, progress: AuditInput["progress"]): (done: number) => void {
  const step = Math.max(1, Math.floor(all / 10));
  return (done) => {
    if (done % step === 0 || done === all) progress(`${done} of ${all} verdicts`);
  };
}
