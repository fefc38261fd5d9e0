/** Creates a rejudgement: first its item beside the debate, then its workflow. If that does not start, the item is removed. */

import { createHash } from "node:crypto";
import { checkRejudge, endingOf, unruleable } from "../../domain/around/rejudgement/rejudge.rejudgement.ts";
import {
  judgeShown,
  MOST_REJUDGEMENTS,
  Rejudgement,
  RejudgeRequest,
} from "../../domain/around/rejudgement/rejudgement.ts";
import type { StoredRejudgement } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { REJUDGEMENTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { preview } from "../../domain/base/text/text.ts";
import { inputTokens } from "../../domain/play/budget/worst-case.ts";
import { buildVerdictPrompt } from "../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import type { ChosenModel } from "../../domain/shapes/catalogue/model-ref.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { JudgeConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Warning } from "../../domain/shapes/schemas/faults.schema.ts";
import { NO_SPEND, usageOf } from "../../domain/shapes/state/costs.state.ts";
import { debateDetails } from "../../domain/show/page-details.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { addRejudgement, dropRejudgement } from "../../store/records/rejudgements.records.ts";
import type { RejudgeInput } from "../../workflows/base/messages.workflow-base.ts";
import type { AppDeps, IdempotencyLease } from "../base/context.api-base.ts";
import { illegal } from "../base/illegal.ts";
import { hasWorkflow, startWorkflow } from "../base/temporal.api-base.ts";
import { readJson } from "../http/body.http.ts";
import { traceMemo } from "../observe/traceparent.ts";
import { reply } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import type { QuotaKey } from "../quotas/admission.quota-api.ts";
import { type ComingCall, free, setAside } from "../quotas/purchases.ts";

const WORKFLOW = "rejudgeWorkflow";
/** Attempts to find a free number, while others add rejudgements. */
const TRIES = 5;
/** For the first attempts of all ballots. Milliseconds. */
const PURSE_MS = 600_000;
/** How long an Idempotency-Key is valid (docs/design/api.md#22-requests). Milliseconds. */
const KEY_LIFETIME_MS = 24 * 3_600_000;

type Run = NonNullable<StoredRejudgement["run"]>;
type Begun = StoredRejudgement & { run: Run };

export const rejudgeDebate = defineRoute({
  at: "POST /v1/debates/{id}/rejudge",
  place: "creates",
  operationId: "rejudgeDebate",
  summary: "Have another judge or panel rule on a debate that is over",
  description:
    "Nobody debates again, and the debate keeps its own result. The debate's `rejudgements` list the rulings in brief; its transcript has them whole. The new judge sees all turns, but nothing that other judges wrote. Its cost is shown on the rejudgement and separately in the debate's costs; the debate's limits do not apply. On a motion (Oxford) nobody votes again: the side with the better scores wins. A rejudgement adds no events to the log and triggers no webhook.",
  body: RejudgeRequest,
  replies: {
    202: reply(Rejudgement, "The rejudgement, under way", { Location: "The debate, which will show the ruling" }),
  },
  refuses: ["illegal-transition", "conflict", "quota-exceeded"],
  async answer(c, services) {
    const record = await services.debates.requested(c);
    const body = await readJson(c);
    const key = c.get("caller")?.key;
    const rejudgement = await beginRejudgement(services, { record, body, key, lease: c.get("lease") });
    c.header("Location", services.links.debate(record.id).self);
    return c.json(rejudgement, 202);
  },
});

/**
 * Throws `invalid-request` with every problem of the judge, `illegal-transition` if the debate is not over, `conflict` if
 * there is nothing to rule on, `quota-exceeded`, or `unavailable` if Temporal does not answer.
 */
async function beginRejudgement(
  deps: AppDeps,
  input: { record: DebateRecord; body: unknown; key: QuotaKey; lease?: IdempotencyLease | undefined },
): Promise<Rejudgement> {
  const { record, body, key, lease } = input;
  requireRuleable(record);
  const checked = checkRejudge(body, record.config, deps.catalogue);
  if (!checked.judge) throw new ParleyError("invalid-request", "the judge is not valid", { errors: checked.problems });
  const keyHash = lease && createHash("sha256").update(lease.key).digest("hex");
  const stored = await keep(deps, { record, ...checked, key, keyHash });
  if (stored.rejudgement.status === "running") await start(deps, record, stored);
  return stored.rejudgement;
}

function requireRuleable({ config, state }: DebateRecord): void {
  if (!isTerminal(state.status))
    throw illegal(`another judge can rule only when the debate is over; it is ${state.status}`, state);
  const why = unruleable(config, state);
  if (why) throw new ParleyError("conflict", why);
}

interface ToKeep {
  record: DebateRecord;
  judge: JudgeConfig;
  warnings: Warning[];
  key: QuotaKey;
  keyHash?: string | undefined;
}

/** Continues with the rejudgement of an earlier request with the same key that died. */
async function keep(deps: AppDeps, { record, judge, warnings, key: caller, keyHash }: ToKeep): Promise<Begun> {
  const { store } = deps;
  const key = keyOf(record);
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await store.records.list(key, REJUDGEMENTS, {});
    const mine = before.find((each) => isOf(each, { keyHash, at: deps.now() }));
    if (mine?.run) return { ...mine, run: mine.run };
    const number = 1 + Math.max(0, ...before.map(({ rejudgement }) => Number(rejudgement.id.slice(1))));
    if (number > MOST_REJUDGEMENTS)
      throw new ParleyError("conflict", `a debate can have at most ${MOST_REJUDGEMENTS} rejudgements`);
    const workflowId = `${record.id}-rejudge-${number}-${crypto.randomUUID().slice(0, 8)}`;
    const run = { workflowId, judge, ...(keyHash && { keyHash }), ...(caller && { key: caller }) };
    const stored = { rejudgement: begun(`j${number}`, { judge, warnings, at: deps.now() }), run };
    if (await addRejudgement(store, key, stored)) return stored;
  }
  throw new ParleyError("conflict", "other requests add judges to this debate at the same time; try again");
}

function isOf({ run, rejudgement }: StoredRejudgement, { keyHash, at }: { keyHash: string | undefined; at: Date }) {
  const age = at.getTime() - Date.parse(rejudgement.createdAt);
  return keyHash !== undefined && run?.keyHash === keyHash && age < KEY_LIFETIME_MS;
}

function begun(id: string, of: { judge: JudgeConfig; warnings: Warning[]; at: Date }): Rejudgement {
  return {
    id,
    status: "running",
    judge: judgeShown(of.judge),
    result: null,
    error: null,
    usage: usageOf(NO_SPEND),
    costUsd: 0,
    warnings: of.warnings,
    createdAt: of.at.toISOString(),
    completedAt: null,
  };
}

async function start(deps: AppDeps, record: DebateRecord, { rejudgement, run }: Begun): Promise<void> {
  const { store, logger } = deps;
  const purse = { tenant: record.tenant, key: run.key, purse: run.workflowId };
  try {
    await setAside(deps, { ...purse, calls: ballotsOf(record, run.judge), forMs: PURSE_MS, pointer: "/judge" });
    await startWorkflow(deps, WORKFLOW, {
      workflowId: run.workflowId,
      args: [inputOf(deps, record, { rejudgement, run })],
      workflowIdReusePolicy: "REJECT_DUPLICATE",
      staticSummary: preview(`another verdict · ${rejudgement.judge.model}`, 50),
      staticDetails: debateDetails("Another judge rules on a debate that is over.", record.id, deps.settings.publicUrl),
      ...traceMemo(),
    });
  } catch (error) {
    if (await hasWorkflow(deps, run.workflowId)) return;
    await dropRejudgement(store, keyOf(record), rejudgement.id);
    if (error instanceof ParleyError) throw error;
    await free(deps, purse);
    logger.error({ debateId: record.id, error: (error as Error).name }, "the rejudgement's workflow did not start");
    throw new ParleyError("unavailable", "Temporal does not answer, so no judge was asked; try again");
  }
}

/** Each ballot's call, as far as it is known without its transcript. The activity knows the whole prompt. */
function ballotsOf({ config, state }: DebateRecord, judge: JudgeConfig): ComingCall[] {
  const { panel, bothOrders } = judge;
  const prompt = buildVerdictPrompt({ config: { ...config, judge }, turns: [], endedBy: endingOf(state) });
  const said = state.participants.map(({ spend }) => spend.outputTokens);
  return (panel ?? [judge]).flatMap((model: ChosenModel) => {
    const { maxOutputTokens = judge.maxOutputTokens } = model;
    const call = { model, input: inputTokens(model, prompt, said), maxOutputTokens };
    return bothOrders ? [call, call] : [call];
  });
}

function inputOf({ settings }: AppDeps, { tenant, id, config, state }: DebateRecord, stored: Begun): RejudgeInput {
  const { provider, model, panel, bothOrders } = stored.run.judge;
  const { judgeTimeoutMs: judgeTimeout = settings.durations.judgeTimeout } = config;
  return {
    tenant,
    debateId: id,
    rejudgementId: stored.rejudgement.id,
    generation: state.generation,
    ...(state.revision && { revision: state.revision }),
    judge: { provider, model },
    ...(panel && { panel }),
    ...(bothOrders && { bothOrders }),
    durations: { ...settings.durations, judgeTimeout },
  };
}
