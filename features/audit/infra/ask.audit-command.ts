/**
 * Asks the judge for one verdict, with a debate's prompt, schema and retries
 * (docs/design/debate.md#111-faults-policies-decisions).
 */
import { setTimeout as wait } from "node:timers/promises";
import { judgeFault } from "../../../activities/base/failures.ts";
import { readReply } from "../../../activities/calls/call-model.ts";
import { ModelFault, type ModelReply, type Models } from "../../../activities/models/base/port.model.ts";
import { prompted } from "../../../activities/models/prompted.ts";
import { buildVerdictPrompt, readVerdict } from "../../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import type { FaultKind } from "../../../domain/shapes/faults/kinds.shape.ts";
import type { Durations } from "../../../domain/shapes/plan/plan.ts";
import type { Verdict } from "../../../domain/shapes/schemas/ballot.ts";
import type { Spend } from "../../../domain/shapes/state/state.ts";
import type { Choice, Probe } from "../domain/audit.ts";
import { type AuditedDebate, debateOf, FIRST, LAST } from "./debate.audit-command.ts";

export interface Judge {
  model: ModelRef;
  models: Models;
  catalogue: Catalogue;
  durations: Pick<Durations, "judgeTimeout" | "silence">;
  signal: AbortSignal;
  /** Receives the cost of each attempt, failed ones too. */
  spent: (spend: Spend) => void;
  /** Unit of retry waits in milliseconds; tests shorten it. */
  retryBaseMs?: number;
}

/** Final faults of these kinds are the judge's, not the connection's. */
const NO_VERDICT: FaultKind[] = ["invalid_response", "content_filter"];

/** Throws a `ModelFault` beyond its retries, or the signal's reason. */
export async function askJudge(judge: Judge, probe: Probe): Promise<Choice> {
  const debate = debateOf(probe, judge);
  const earlier: Failed[] = [];
  for (;;) {
    try {
      return choiceOf(await askOnce(judge, debate, faultsOf(earlier)));
    } catch (error) {
      judge.signal.throwIfAborted();
      if (!(error instanceof ModelFault)) throw error;
      judge.spent(error.spend);
      const { kind, message } = error;
      const { waitMs } = judgeFault({ ...judge, random: Math.random }, { fault: error, earlier });
      if (waitMs === null) return choiceAfter(error);
      earlier.push({ data: { kind, message, waitMs } });
      await wait(waitMs, undefined, { signal: judge.signal });
    }
  }
}

interface Failed {
  data: { kind: FaultKind; message: string; waitMs: number };
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
  const prompt = buildVerdictPrompt({ config, turns, endedBy: "limit", faults });
  const reply = await models.complete({
    ...prompted({ ...judge, ...model }, prompt),
    cacheKey: "judge-audit",
    signal,
    timeoutMs: durations.judgeTimeout,
    silenceMs: durations.silence,
  });
  return readAndBill(reply, { config, turns, spent });
}

function readAndBill(reply: ModelReply, { config, turns, spent }: AuditedDebate & Pick<Judge, "spent">): Verdict {
  const turnIds = turns.map(({ id }) => id);
  const verdict = readReply(reply, (text) => readVerdict(text, { config, active: [FIRST, LAST], turnIds }));
  spent(reply.spend);
  return verdict;
}

function faultsOf(earlier: Failed[]): string[] {
  return earlier.flatMap(({ data }) => (data.kind === "invalid_response" ? [data.message] : []));
}
