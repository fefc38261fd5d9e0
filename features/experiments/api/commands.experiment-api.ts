/** Commands to an experiment, and arms that are added to it. */
import { WorkflowNotFoundError } from "@temporalio/client";
import type { AppDeps } from "../../../api/base/context.api-base.ts";
import { commandTimeoutMs, isUnanswered } from "../../../api/base/temporal.api-base.ts";
import { refusalOf, sendUpdate, wasNotTaken } from "../../../api/base/updates.api-base.ts";
import type { QuotaKey } from "../../../api/quotas/admission.quota-api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { addAmount, amountOf } from "../../../domain/play/budget/ledger.budget.ts";
import { type ExperimentStatus, isOver } from "../../../domain/shapes/experiment-status.ts";
import type { Amount } from "../../../domain/shapes/plan/plan.ts";
import { REFUSED } from "../../../domain/shapes/refusals.ts";
import { belowSpent } from "../domain/budget-problems.experiment.ts";
import { checkArms } from "../domain/checks.experiment.ts";
import { type Extension, extended, type Most, mostOf, type Progress } from "../domain/experiment.ts";
import { DEFINITIONS, EXTENSIONS, ITEMS, PROGRESS } from "../domain/experiment-records.ts";
import { isWithin } from "../domain/purse.ts";
import { EXPERIMENT_UPDATES, type ExtendInput } from "../workflows/messages.experiment.ts";
import { startExperiment } from "./create.ts";
import { requireExperiment, type StoredExperiment } from "./experiments.experiment-api.ts";
import { leaveLine } from "./line.experiment-api.ts";

type Command = keyof typeof EXPERIMENT_UPDATES;

/** A run may end just before it is told. */
const RUN_TRIES = 5;

/**
 * Throws `illegal-transition` if the experiment is over or the command does not fit its status. Where the workflow was closed
 * from outside, `resume` begins another run, and `stop` ends the experiment.
 */
export async function commandExperiment(
  deps: AppDeps,
  stored: StoredExperiment,
  command: Exclude<Command, "extend">,
): Promise<StoredExperiment> {
  requireNotOver(stored, command);
  const progress = await send(deps, stored, command);
  if (progress) return { ...stored, progress };
  const now = await requireExperiment(deps, { tenant: stored.key.tenant, id: stored.definition.id });
  requireNotOver({ progress: { ...now.progress, running: 0 } }, command);
  if (command === "pause")
    throw new ParleyError("unavailable", "no workflow runs for this experiment; resume or stop it");
  await setStatus(deps, now, command === "resume" ? "queued" : "stopped");
  if (command === "resume") await beginAgain(deps, now);
  else await leaveLine(deps, now.key);
  return requireExperiment(deps, { tenant: now.key.tenant, id: now.definition.id });
}

function requireNotOver({ progress }: { progress: Pick<Progress, "status" | "running"> }, command: Command): void {
  if (!isOver(progress)) return;
  throw new ParleyError("illegal-transition", `${command} is not legal while the experiment is ${progress.status}`);
}

/** Only where no workflow runs, which would write it. */
async function setStatus(deps: AppDeps, { key, progress }: StoredExperiment, status: ExperimentStatus): Promise<void> {
  const changed = { version: progress.version + 1, status, running: 0, at: deps.now().toISOString() };
  await deps.store.records.put(key, PROGRESS, { ...progress, ...changed, leftOut: null, why: null });
}

/** Throws `invalid-request` with every problem, `conflict` if another request adds arms at the same time. */
export async function addArms(
  deps: AppDeps,
  stored: StoredExperiment,
  { body, by }: { body: unknown; by: QuotaKey },
): Promise<StoredExperiment> {
  const { key, definition } = stored;
  const extension = { ...(await requireExtension(deps, stored, body)), ...(by && { key: by }) };
  const kept = await deps.store.records.put(key, EXTENSIONS, extension);
  await keepBudget(deps, stored, kept);
  // Also those of a request that died before it could add them.
  await deps.store.records.put(key, DEFINITIONS, extended(definition, kept));
  await goOn(deps, stored);
  if (kept.token !== extension.token)
    throw new ParleyError("conflict", "another request has just added arms; read the experiment, then try again");
  return requireExperiment(deps, { tenant: key.tenant, id: definition.id });
}

/** Throws `invalid-request` with the least that a new budget can be: what is spent, and set aside for cells under way. */
async function keepBudget(deps: AppDeps, { key }: StoredExperiment, { budget, from }: Extension): Promise<void> {
  if (!budget) return;
  const most = mostOf(budget);
  try {
    if (await send(deps, { key }, "extend", { most })) return;
    const { progress } = await requireExperiment(deps, { tenant: key.tenant, id: key.experimentId });
    requireRoom(most, addAmount(amountOf(progress.spent), progress.unsettled));
  } catch (error) {
    await deps.store.records.remove(key, EXTENSIONS, { from });
    throw error;
  }
}

function requireRoom(most: Most, committed: Amount): void {
  if (!isWithin(committed, most)) throw tooLow(most, committed);
}

function tooLow(most: Most, committed: Amount): ParleyError {
  return new ParleyError("invalid-request", "the budget is too low", { errors: belowSpent(most, committed) });
}

async function requireExtension(
  deps: AppDeps,
  { key, definition }: StoredExperiment,
  body: unknown,
): Promise<Extension> {
  const chunk = await deps.store.records.get(key, ITEMS, { chunk: 0 });
  const [item] = chunk?.items ?? [];
  if (!item) throw new ParleyError("internal", "the experiment has no items");
  const { request, problems } = checkArms(body, { definition, item, catalogue: deps.catalogue });
  if (!request) throw new ParleyError("invalid-request", "the arms are not valid", { errors: problems });
  const { arms, budget = null } = request;
  return { from: definition.arms.length, arms, budget, token: crypto.randomUUID() };
}

/** The run under way counts its cells again; an experiment that is over begins another run, which is told too. */
async function goOn(deps: AppDeps, { key, definition, progress }: StoredExperiment): Promise<void> {
  let isGone = isOver(progress);
  for (let tries = 0; tries < RUN_TRIES; tries++) {
    if (isGone) await beginAgain(deps, { key, definition });
    if (await send(deps, { key }, "extend")) return;
    isGone = true;
  }
  throw new ParleyError("unavailable", "the arms are added, but no run of the experiment has taken them; resume it");
}

async function beginAgain(deps: AppDeps, { key, definition }: Pick<StoredExperiment, "key" | "definition">) {
  try {
    await startExperiment(deps, key, { name: definition.name, reuse: "ALLOW_DUPLICATE" });
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    throw new ParleyError("unavailable", "Temporal does not answer, so the experiment does not go on; try again");
  }
}

/** Null: no workflow runs. `input` is for `extend`. */
async function send(
  deps: AppDeps,
  { key }: Pick<StoredExperiment, "key">,
  command: Command,
  input: ExtendInput = {},
): Promise<Progress | null> {
  const { name } = EXPERIMENT_UPDATES[command];
  const deadline = Date.now() + commandTimeoutMs(deps.settings);
  const call = { workflowId: key.experimentId, name, input, updateId: crypto.randomUUID(), deadline };
  try {
    return await sendUpdate<Progress>(deps.temporal, call);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw problemOf(error, command, input);
  }
}

function problemOf(error: unknown, command: Command, { most }: ExtendInput): unknown {
  const refusal = refusalOf(error);
  if (refusal && most && refusal.type === REFUSED.tooLow) return tooLow(most, refusal.details?.[0] as Amount);
  if (refusal) return new ParleyError("illegal-transition", refusal.message);
  if (!wasNotTaken(error)) return error;
  const what = command === "extend" ? "add arms to it" : `${command} it`;
  return new ParleyError("unavailable", `no worker answered in time; read the experiment before you ${what} again`);
}
