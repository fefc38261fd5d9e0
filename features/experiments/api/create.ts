/** Creates an experiment: its items, its definition, then the workflow. */

import type { AppDeps, IdempotencyLease } from "../../../api/base/context.api-base.ts";
import { createExperimentId } from "../../../api/base/ids.api-base.ts";
import { hasWorkflow, startWorkflow } from "../../../api/base/temporal.api-base.ts";
import { withRoom } from "../../../api/kept/room.api.ts";
import { traceMemo } from "../../../api/observe/traceparent.ts";
import type { QuotaKey } from "../../../api/quotas/admission.quota-api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { preview } from "../../../domain/base/text/text.ts";
import { NOTHING } from "../../../domain/play/budget/ledger.budget.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import { experimentDetails } from "../../../domain/show/page-details.ts";
import { withMaterial } from "../../../store/records/material.records.ts";
import { PRIORITIES, priorityOf } from "../../../workflows/base/messages.workflow-base.ts";
import { checkExperiment, itemsOf } from "../domain/checks.experiment.ts";
import { configured } from "../domain/configure.experiment.ts";
import { type Definition, ITEMS_IN_CHUNK, type Item, mostOf, type Progress } from "../domain/experiment.ts";
import { DEFINITIONS, EXPERIMENTS, ITEMS, type OfExperiment, PROGRESS } from "../domain/experiment-records.ts";
import type { ExperimentRequest } from "../domain/request.experiment.ts";
import { type ExperimentInput } from "../workflows/messages.experiment.ts";
import { unpricedArms } from "./estimate.experiment-api.ts";
import { requireExperiment, type StoredExperiment } from "./experiments.experiment-api.ts";
import { leastProblems } from "./least.ts";
import { joinLine, leaveLine } from "./line.experiment-api.ts";

const WORKFLOW = "experimentWorkflow";

/** Throws `invalid-request` with every problem, or `unavailable` if Temporal does not answer. */
export async function createExperiment(
  deps: AppDeps,
  input: { tenant: string; body: unknown; lease?: IdempotencyLease | undefined; by: QuotaKey },
): Promise<StoredExperiment> {
  const { tenant, body, lease, by } = input;
  const request = await requireRequest(deps, { tenant, body });
  const now = deps.now();
  const id = lease?.debateId ?? createExperimentId(now);
  await lease?.bind(id);
  const key = { tenant, experimentId: id };
  await withRoom(deps, { tenant, of: "experiments", id, size: request }, async () => {
    await joinLine(deps, key);
    await storeExperiment(deps, key, { request, createdAt: now.toISOString(), by });
  });
  try {
    await startExperiment(deps, key, { name: request.name, reuse: "REJECT_DUPLICATE" });
  } catch (error) {
    await discardUnlessRunning(deps, key, error as Error);
  }
  return requireExperiment(deps, { tenant, id });
}

/** The checked request. Throws `invalid-request` with every problem. */
export async function requireRequest(
  deps: Pick<AppDeps, "catalogue" | "settings" | "store">,
  { tenant, body }: { tenant: string; body: unknown },
): Promise<ExperimentRequest> {
  const { request, problems } = checkExperiment(body, deps.catalogue);
  const amiss = request ? [...unpriced(deps, request), ...(await materialProblems(deps, tenant, request))] : problems;
  const errors = request && amiss.length === 0 ? await leastProblems(deps, tenant, request) : amiss;
  if (request && errors.length === 0) return request;
  throw new ParleyError("invalid-request", "the experiment is not valid", { errors });
}

/** Material that the base or an arm refers to must be there, and fit. */
async function materialProblems(
  { catalogue, settings, store }: Pick<AppDeps, "catalogue" | "settings" | "store">,
  tenant: string,
  { base, arms, items }: ExperimentRequest,
): Promise<Problem[]> {
  const [item] = itemsOf(items);
  if (!item) return [];
  const wanted = [{ at: "/base", patch: {} }, ...arms.map(({ patch }, i) => ({ at: `/arms/${i}/patch`, patch }))];
  const found: Problem[] = [];
  for (const { at, patch = {} } of wanted) {
    const { config } = configured({ base, patch, item }, { catalogue, durations: settings.durations });
    const problems = config ? (await withMaterial(store, { tenant, config })).problems : [];
    const inherited = (pointer: string) => found.some((problem) => problem.pointer === `/base${pointer}`);
    found.push(...problems.flatMap((one) => (inherited(one.pointer) ? [] : [{ ...one, pointer: at + one.pointer }])));
  }
  return found;
}

/** A limit in USD can be kept only where every price is known. */
function unpriced(deps: Pick<AppDeps, "catalogue" | "settings">, { budget, base, arms, items }: ExperimentRequest) {
  const [item] = itemsOf(items);
  if (budget?.maxCostUsd === undefined || !item) return [];
  const names = unpricedArms(deps, { base, arms, item });
  if (names.length === 0) return [];
  const detail = `cannot be kept: a model of ${names.join(", ")} has no known price; give its priceUsdPerMTok, or maxTokens instead`;
  return [{ pointer: "/budget/maxCostUsd", detail }];
}

/** May be repeated by a request that continues one that died. */
async function storeExperiment(
  { store, settings }: AppDeps,
  key: OfExperiment,
  { request, createdAt, by }: { request: ExperimentRequest; createdAt: string; by: QuotaKey },
): Promise<void> {
  const { name, base, arms, repetitions, concurrency, budget } = request;
  const { durations, continueAfterEvents } = settings;
  const items = itemsOf(request.items);
  const id = key.experimentId;
  await Promise.all(chunksOf(items).map((chunk) => store.records.put(key, ITEMS, chunk)));
  const design = { id, name, base, arms, items: items.length, repetitions, concurrency, budget: budget ?? null };
  const definition: Definition = { ...design, durations, continueAfterEvents, createdAt, ...(by && { key: by }) };
  await store.records.put(key, DEFINITIONS, definition);
  const progress: Progress = {
    version: 1,
    status: "queued",
    done: 0,
    failed: 0,
    running: 0,
    spent: NO_SPEND,
    unsettled: NOTHING,
    most: mostOf(definition.budget),
    at: createdAt,
  };
  if (!(await store.records.get(key, PROGRESS, {}))) await store.records.put(key, PROGRESS, progress);
  await store.records.put(key, EXPERIMENTS, { id });
}

function chunksOf(items: Item[]): { chunk: number; items: Item[] }[] {
  return Array.from({ length: Math.ceil(items.length / ITEMS_IN_CHUNK) }, (_, chunk) => ({
    chunk,
    items: items.slice(chunk * ITEMS_IN_CHUNK, (chunk + 1) * ITEMS_IN_CHUNK),
  }));
}

/** Joins the run that is under way. `ALLOW_DUPLICATE`: an experiment that is over goes on. */
export async function startExperiment(
  deps: AppDeps,
  { tenant, experimentId }: OfExperiment,
  { name, reuse }: { name: string; reuse: "REJECT_DUPLICATE" | "ALLOW_DUPLICATE" },
): Promise<void> {
  const { durations, continueAfterEvents, publicUrl } = deps.settings;
  const pages = publicUrl ? { publicUrl } : {};
  const input: ExperimentInput = { tenant, experimentId, durations, continueAfterEvents, ...pages };
  await startWorkflow(deps, WORKFLOW, {
    workflowId: experimentId,
    args: [input],
    workflowIdReusePolicy: reuse,
    staticSummary: preview(`experiment · ${name}`, 50),
    staticDetails: experimentDetails(experimentId, pages.publicUrl),
    priority: { ...priorityOf({ tenant }), priorityKey: PRIORITIES.experiment },
    ...traceMemo(),
  });
}

async function discardUnlessRunning(deps: AppDeps, key: OfExperiment, error: Error): Promise<void> {
  const { experimentId } = key;
  if (await hasWorkflow(deps, experimentId)) return;
  await deps.store.records.remove(key, EXPERIMENTS, { id: experimentId });
  await leaveLine(deps, key);
  deps.logger.error({ experimentId, error: error.name }, "the experiment's workflow did not start");
  throw new ParleyError("unavailable", "Temporal does not answer, so the experiment was not started; try again");
}
