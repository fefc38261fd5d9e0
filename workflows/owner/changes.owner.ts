/**
 * Changes of the configuration: `configure` for a draft, `amend` for a debate that has started. An update carries a
 * revision that is stored already. A signal carries the merge patch itself, which an activity applies first.
 */
import { defineSearchAttributeKey } from "@temporalio/common";
import { ApplicationFailure, CancellationScope, upsertSearchAttributes } from "@temporalio/workflow";
import type { Revision } from "../../activities/owner/revise.ts";
import { lowestLimit, warn } from "../../domain/play/admission.play.ts";
import { limitProblems } from "../../domain/play/budget/limits.budget.ts";
import { replaceModel } from "../../domain/play/faults/remedies.ts";
import { situationOf } from "../../domain/rules/state/situation.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import { move } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import { REFUSED } from "../../domain/shapes/refusals.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import { type CommandInput } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { storeActs } from "../steps/activity-proxies.ts";
import { publish } from "../steps/publishing.ts";
import { changeLimit } from "../steps/round-time.ts";
import { requireLegal, whyIllegal } from "./commands.owner.ts";
import { invalid, listenFor, sentenceOf } from "./updates.owner.ts";

const KINDS = ["configure", "amend"] as const;
type Kind = (typeof KINDS)[number];

export function listenForChanges(run: DebateRun): void {
  for (const kind of KINDS)
    listenFor(run, kind, {
      require: (input) => requireCurrent(run, kind, input),
      work: ({ revised }) => {
        if (revised) adopt(run, kind, revised);
        return publish(run);
      },
      signalled: ({ patch }) => patched(run, kind, patch),
    });
}

/** Two changes of the same configuration conflict: the second is refused. */
function requireCurrent(run: DebateRun, kind: Kind, input: CommandInput): void {
  requireLegal(run, kind, input);
  const { revised } = input;
  if (!revised) throw invalid("no revision is named", []);
  const isStale = revised.base !== (run.state.revision ?? null);
  if (isStale || (revised.version !== undefined && revised.version !== run.version))
    throw ApplicationFailure.nonRetryable("the debate has changed meanwhile", REFUSED.stale);
  // It went on while the change was stored.
  if (kind === "amend" && run.state.status !== "error" && replaced(run, revised.plan).length > 0)
    throw ApplicationFailure.nonRetryable("the debate has changed meanwhile", REFUSED.stale);
  const low = tooLow(run, kind, revised);
  if (low.length > 0) throw invalid("the change is not valid", low);
}

/** New limits that are below what is charged and reserved already. */
function tooLow(run: DebateRun, kind: Kind, { plan }: Revision): Problem[] {
  return kind === "amend" ? limitProblems(plan.budget ?? {}, lowestLimit(run, run.reservations)) : [];
}

/** Applies a patch, again if the configuration changed meanwhile. Returns why it cannot be applied. */
export async function patched(run: DebateRun, kind: Kind, patch: unknown): Promise<string | null> {
  for (;;) {
    const why = whyIllegal(run, kind);
    if (why !== null) return why;
    const base = run.state.revision;
    const { debate } = run.place();
    const outcome = await CancellationScope.nonCancellable(() =>
      storeActs("the changed configuration to the store").revise({
        debate,
        kind,
        patch,
        plan: run.plan,
        status: run.state.status,
      }),
    );
    if ("refused" in outcome) return sentenceOf(outcome.refused.slice(0, 10)) ?? "";
    if (run.state.revision !== base || whyIllegal(run, kind) !== null) continue;
    const low = sentenceOf(tooLow(run, kind, outcome));
    if (low === null) adopt(run, kind, outcome);
    return low;
  }
}

/** The next of its fallbacks takes a participant's seat. False: none is left, or there is no room to store it. */
export async function reseat(
  run: DebateRun,
  { participantId, why }: { participantId: string; why: string },
): Promise<boolean> {
  for (;;) {
    const base = run.state.revision;
    const { debate } = run.place();
    const revised = await CancellationScope.nonCancellable(() =>
      storeActs("the next model to the store").reseat({ debate, participantId, plan: run.plan }),
    );
    if (!revised) return false;
    if (run.state.revision !== base) continue;
    adopt(run, "amend", revised, why);
    return true;
  }
}

function limited({ budget: _before, ...rest }: DebatePlan, { durations, budget }: DebatePlan): DebatePlan {
  return { ...rest, durations, ...(budget && { budget }) };
}

const FORMAT = defineSearchAttributeKey("DebateFormat", "KEYWORD");

/** `why`: another model takes a seat after this fault. */
function adopt(run: DebateRun, kind: Kind, { revision, plan, problems }: Revision, why?: string): void {
  const { state } = run;
  if (plan.format !== run.plan.format) upsertSearchAttributes([{ key: FORMAT, value: plan.format }]);
  const others = kind === "amend" ? replaced(run, plan) : [];
  if (kind === "amend")
    run.replan({
      ...limited(run.plan, plan),
      ...(plan.policies && { policies: plan.policies }),
      ...(others.length > 0 && { participants: plan.participants }),
    });
  else run.replan({ ...plan, ...(run.plan.draft && { draft: true }) });
  changeLimit(run);
  const configured = {
    revision,
    participants: run.plan.participants.map((p) => p.id),
    clarifies: run.plan.clarifications !== undefined,
    dialectic: run.plan.dialectic !== undefined,
    ...(run.plan.controlArm && { controlArm: true as const }),
    ...(run.plan.question?.vote && { vote: true as const }),
  };
  run.emit("debate.status", {
    status: move(situationOf(state, run), kind) ?? state.status,
    phase: state.phase,
    round: state.round,
    pausing: state.pausing,
    by: kind,
    ...(kind === "configure" && { problems }),
    ...(state.error && kind === "amend" && { error: state.error }),
    configured,
  });
  for (const other of others) replaceModel(run, { ...other, ...(why !== undefined && { why }) });
  warn(run, run.reservations);
}

/** Participants for whom another model speaks from now on. */
function replaced({ plan }: DebateRun, { participants }: DebatePlan) {
  return plan.participants.flatMap((p, i) => {
    const [before, model] = [modelId(p), modelId(participants[i] ?? p)];
    return model === before ? [] : [{ participantId: p.id, model, before }];
  });
}
