import { isCancellation } from "@temporalio/workflow";
import type { Checked } from "../../activities/base/home.activity-base.ts";
import { findingsOf, type ModelCheck } from "../../domain/play/faults/model-check.ts";
import { transition } from "../../domain/play/state/moves.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import type { Problem, Warning } from "../../domain/shapes/schemas/faults.schema.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { modelActs, storeActs } from "./activity-proxies.ts";
import { publish } from "./publishing.ts";

/** Checks the models' providers and keys. A draft, or a changed configuration, may lack more: it is checked whole. */
export async function validate(run: DebateRun): Promise<void> {
  const checked = run.plan.draft || run.state.revision ? await recheck(run) : await checkProviders(run);
  // The worker that checks makes the calls too.
  if ("home" in checked) run.home = checked.home;
  const problems = "home" in checked ? checked.problems : checked;
  if (run.state.status !== "validating") return;
  const isLive = problems.length === 0 && (run.asksModels ?? run.plan.asksModels ?? false);
  const found = isLive ? await askModels(run) : { problems, warnings: [] };
  if (run.state.status !== "validating") return;
  const warnings = found.warnings.length > 0 ? { warnings: found.warnings } : {};
  transition(run, found.problems.length > 0 ? "rejected" : "passed", { problems: found.problems, ...warnings });
}

function recheck(run: DebateRun): Promise<Checked> {
  return storeActs("the draft").recheck({ debate: run.place().debate });
}

function checkProviders(run: DebateRun): Promise<Checked> {
  const { plan } = run;
  const judges = plan.judge ? [plan.judge, ...(plan.panel ?? [])] : [];
  const models = [...plan.participants, ...judges, ...(plan.audience?.models ?? [])];
  return storeActs("providers and keys").checkProviders({
    debate: run.place().debate,
    models: models.map(({ provider, model }) => ({ provider, model })),
    ...(!plan.judge && { judge: false }),
  });
}

/** Each distinct model is asked once, all at the same time. */
async function askModels(run: DebateRun): Promise<{ problems: Problem[]; warnings: Warning[] }> {
  run.ui.show(run, "It asks its models whether they answer.");
  await publish(run);
  const listed = await storeActs("the models to ask").listModels({ debate: run.place().debate });
  return findingsOf(await Promise.all(listed.map(async (one) => ({ ...one, check: await askModel(run, one.model) }))));
}

/** Milliseconds of a test call. A turn of less time has less. */
const LONGEST_CALL_MS = 20_000;
/** Times the call's own: half of it is for a worker of the provider to take the task. */
const PATIENCE = 2;

/** A model that no worker could ask in time is not checked: a check must end, and a turn may wait. */
async function askModel(run: DebateRun, model: ModelRef): Promise<ModelCheck> {
  const { plan } = run;
  const { turnTimeout, silence, heartbeat } = plan.durations;
  const timeoutMs = Math.min(LONGEST_CALL_MS, turnTimeout);
  const summary = `${modelId(model)} · does it answer?`;
  const acts = modelActs({ plan, model, timeoutMs, summary, longestMs: PATIENCE * timeoutMs });
  const { debate } = run.place();
  try {
    return await acts.checkModel({ debate, model, timeoutMs, durations: { silence, heartbeat } });
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { outcome: "unknown", why: `nobody could ask ${modelId(model)} in time` };
  }
}
