/**
 * Brings a rejudgement into being: its item beside the debate first, then its workflow. One whose workflow did not start
 * is taken back.
 */
import { createHash } from "node:crypto";
import type { JudgeConfig } from "../domain/config.ts";
import { NO_SPEND, usageOf } from "../domain/costs.ts";
import { ParleyError } from "../domain/errors.ts";
import { checkRejudge, hasOnlyAnswers, unruleable } from "../domain/judging/rejudge.ts";
import { allowedCommands, isTerminal } from "../domain/lifecycle.ts";
import { judgeShown, MOST_REJUDGEMENTS, type Rejudgement } from "../domain/rejudgement.ts";
import type { Warning } from "../domain/schemas/faults.ts";
import { situationOf } from "../domain/state.ts";
import { preview } from "../domain/text.ts";
import type { DebateRecord, StoredRejudgement } from "../store/port/debates.ts";
import type { RejudgeInput } from "../workflows/messages.ts";
import { type AppDeps, COMMAND_TIMEOUT_MS } from "./context.ts";
import { hasWorkflow } from "./debate-start.ts";
import type { Hold } from "./hold.ts";
import { traceMemo } from "./traceparent.ts";

const WORKFLOW = "rejudgeWorkflow";
/** How often a number is looked for that nobody has taken meanwhile. */
const TRIES = 5;
/** An Idempotency-Key that is used again after so long is another request (spec §2.2). Milliseconds. */
const KEY_LIVES = 24 * 3_600_000;

type Run = NonNullable<StoredRejudgement["run"]>;
type Begun = StoredRejudgement & { run: Run };

/**
 * Throws `invalid-request` with every fault of the judge, `illegal-transition` while the debate goes on, `conflict` when
 * there is nothing to rule on, `unavailable` when Temporal does not answer.
 */
export async function beginRejudgement(
  deps: AppDeps,
  input: { record: DebateRecord; body: unknown; hold?: Hold | undefined },
): Promise<Rejudgement> {
  const { record, body, hold } = input;
  requireRuleable(record);
  const checked = checkRejudge(body, record.config, deps.catalogue);
  if (!checked.judge)
    throw new ParleyError("invalid-request", "the judge can not rule as it stands", { errors: checked.problems });
  const keyHash = hold && createHash("sha256").update(hold.key).digest("hex");
  const stored = await keep(deps, { record, ...checked, keyHash });
  if (stored.rejudgement.status === "running") await start(deps, record, stored);
  return stored.rejudgement;
}

function requireRuleable({ config, state }: DebateRecord): void {
  if (!isTerminal(state.status))
    throw new ParleyError("illegal-transition", `another judge rules when the debate is over; it is ${state.status}`, {
      debateStatus: state.status,
      allowed: allowedCommands(situationOf(state)),
    });
  const why = unruleable(config, state);
  if (why) throw new ParleyError("conflict", why);
}

interface ToKeep {
  record: DebateRecord;
  judge: JudgeConfig;
  warnings: Warning[];
  keyHash?: string | undefined;
}

/** One that an earlier request with the same key has made is taken up where that request died. */
async function keep(deps: AppDeps, { record, judge, warnings, keyHash }: ToKeep): Promise<Begun> {
  const { store } = deps;
  const key = { tenant: record.tenant, debateId: record.id };
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await store.listRejudgements(key);
    const mine = before.find((each) => isOf(each, { keyHash, at: deps.now() }));
    if (mine?.run) return { ...mine, run: mine.run };
    const number = 1 + Math.max(0, ...before.map(({ rejudgement }) => Number(rejudgement.id.slice(1))));
    if (number > MOST_REJUDGEMENTS)
      throw new ParleyError(
        "conflict",
        `${MOST_REJUDGEMENTS} other judges have ruled on this debate: there is no room`,
      );
    const workflowId = `${record.id}-rejudge-${number}-${crypto.randomUUID().slice(0, 8)}`;
    const run = { workflowId, judge, ...(keyHash && { keyHash }) };
    const stored = { rejudgement: begun(`j${number}`, { judge, warnings, at: deps.now() }), run };
    if (await store.addRejudgement(key, stored)) return stored;
  }
  throw new ParleyError("conflict", "others ask for judges of this debate at the same time; try again");
}

function isOf({ run, rejudgement }: StoredRejudgement, { keyHash, at }: { keyHash: string | undefined; at: Date }) {
  const age = at.getTime() - Date.parse(rejudgement.createdAt);
  return keyHash !== undefined && run?.keyHash === keyHash && age < KEY_LIVES;
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
  const { temporal, settings, store, logger } = deps;
  const deadline = Date.now() + (settings.commandTimeoutMs ?? COMMAND_TIMEOUT_MS);
  try {
    await temporal.withDeadline(deadline, () =>
      temporal.workflow.start(WORKFLOW, {
        workflowId: run.workflowId,
        taskQueue: settings.taskQueue,
        args: [inputOf(deps, record, { rejudgement, run })],
        workflowIdConflictPolicy: "USE_EXISTING",
        workflowIdReusePolicy: "REJECT_DUPLICATE",
        staticSummary: preview(`another verdict · ${rejudgement.judge.model}`, 50),
        ...traceMemo(),
      }),
    );
  } catch (error) {
    // A start that was not answered may have happened all the same, and then it is known by its id.
    if (await hasWorkflow(deps, run.workflowId)) return;
    await store.dropRejudgement({ tenant: record.tenant, debateId: record.id }, rejudgement.id);
    logger.error({ debateId: record.id, error: (error as Error).name }, "the rejudgement's workflow did not start");
    throw new ParleyError("unavailable", "Temporal does not answer, so nobody was asked to rule; try again");
  }
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
    ...(hasOnlyAnswers(state) && { alone: true as const }),
    durations: { ...settings.durations, judgeTimeout },
  };
}
