/** Asks the judge for one verdict, with the prompt, the schema and the retries of a debate (spec §1.11). */
import { setTimeout as wait } from "node:timers/promises";
import { readReply } from "../../activities/ask.ts";
import { ModelFault, type ModelReply, type Models } from "../../activities/models/port.ts";
import { prompted } from "../../activities/models/prompted.ts";
import type { Catalogue } from "../../domain/catalogue.ts";
import { addSpend, NO_SPEND } from "../../domain/costs.ts";
import type { Spend } from "../../domain/debate-state.ts";
import { canRetryFault, type FaultKind, LONGEST_WAIT_IN_ALL, retryDelayMs } from "../../domain/faults.ts";
import type { Choice, Probe } from "../../domain/judging/audit.ts";
import type { Durations, ModelRef } from "../../domain/plan.ts";
import { buildVerdictPrompt, readVerdict } from "../../domain/prompts/verdict.ts";
import type { Verdict } from "../../domain/schemas/ballot.ts";
import { type AuditedDebate, debateOf, FIRST, LAST } from "./debate.ts";

export interface Judge {
  model: ModelRef;
  models: Models;
  catalogue: Catalogue;
  durations: Pick<Durations, "judgeTimeout" | "silence">;
  signal: AbortSignal;
  /** Hears what each attempt cost, failed ones too. */
  spent: (spend: Spend) => void;
  /** Unit of the retry waits, in milliseconds; tests shorten it. */
  retryBaseMs?: number;
}

/** Final ones of these say something of the answer, and not of the way to it. */
const NO_VERDICT: FaultKind[] = ["invalid_response", "content_filter"];

/** Throws the `ModelFault` that more asking does not help against, or the signal's reason. */
export async function askJudge(judge: Judge, probe: Probe): Promise<Choice> {
  const debate = debateOf(probe, judge);
  const seen: ModelFault[] = [];
  let waitedMs = 0;
  for (;;) {
    try {
      const reply = await askOnce(judge, debate, faultsOf(seen));
      return choiceOf(reply);
    } catch (error) {
      judge.signal.throwIfAborted();
      if (!(error instanceof ModelFault)) throw error;
      judge.spent(error.spend);
      const retry = seen.filter(({ kind }) => kind === error.kind).length;
      if (!canRetryFault(error.kind, retry) || waitedMs >= LONGEST_WAIT_IN_ALL) return choiceAfter(error);
      const delayMs = delayOf(judge, { fault: error, retry, waitedMs });
      seen.push(error);
      waitedMs += delayMs;
      await wait(delayMs, undefined, { signal: judge.signal });
    }
  }
}

function choiceAfter(fault: ModelFault): Choice {
  if (NO_VERDICT.includes(fault.kind)) return "invalid";
  throw fault;
}

function choiceOf({ winner }: Verdict): Choice {
  if (winner?.participant === FIRST) return "first";
  return winner?.participant === LAST ? "last" : "none";
}

async function askOnce(
  { model, models, durations, signal, spent }: Judge,
  { config, turns }: AuditedDebate,
  faults: string[],
): Promise<Verdict> {
  const { judge } = config;
  if (!judge) throw new Error("an audited debate has a judge");
  const prompt = buildVerdictPrompt({ config, turns, assessments: [], endedBy: "limit", faults });
  const reply = await models.complete({
    ...prompted({ ...judge, ...model }, prompt),
    cacheKey: "judge-audit",
    signal,
    timeoutMs: durations.judgeTimeout,
    silenceMs: durations.silence,
  });
  return readAndBill(reply, { config, turns, spent });
}

/** A reply that does not fit is billed with its fault. */
function readAndBill(reply: ModelReply, { config, turns, spent }: AuditedDebate & Pick<Judge, "spent">): Verdict {
  const turnIds = turns.map(({ id }) => id);
  const verdict = readReply(reply, (text) => readVerdict(text, { config, active: [FIRST, LAST], turnIds }));
  spent(reply.spend);
  return verdict;
}

function faultsOf(seen: ModelFault[]): string[] {
  return seen.filter(({ kind }) => kind === "invalid_response").map(({ message }) => message);
}

function delayOf(
  { retryBaseMs: baseMs }: Judge,
  { fault, retry, waitedMs }: { fault: ModelFault; retry: number; waitedMs: number },
): number {
  const { kind, retryAfterMs } = fault;
  return retryDelayMs({
    kind,
    retry,
    jitter: Math.random(),
    waitedMs,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(baseMs !== undefined && { baseMs }),
  });
}

export function createLedger(): { spent: Judge["spent"]; total: () => Spend } {
  let total = NO_SPEND;
  return { spent: (spend) => (total = addSpend(total, spend)), total: () => total };
}
