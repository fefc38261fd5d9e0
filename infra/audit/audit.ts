/** Runs one audit: asks every probe and counts the answers, even if it ends early. */
import { ModelFault } from "../../activities/models/port.ts";
import { addSpend, costUsdOf, NO_SPEND, usageOf } from "../../domain/budget/costs.ts";
import { type AuditAnswer, countAnswers, probesOf } from "../../domain/judging/audit/audit.ts";
import { type AuditFigure, figuresOf } from "../../domain/judging/audit/figures.ts";
import type { AuditPair } from "../../domain/judging/audit/pairs.ts";
import type { Usage } from "../../domain/schemas/spend.ts";
import type { Spend } from "../../domain/state/state.ts";
import { askJudge, type Judge } from "./ask.ts";
import { inParallel } from "./pool.ts";

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
  /** Why it ended early. */
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
  let total = NO_SPEND;
  const spent = (spend: Spend) => void (total = addSpend(total, spend));
  const judge = { ...input.judge, spent };
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
    usage: usageOf(total),
    costUsd: costUsdOf(total),
    stopped,
  };
}

function reasonOf(error: unknown, signal: AbortSignal): AuditReport["stopped"] {
  if (signal.aborted) return INTERRUPTED;
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
