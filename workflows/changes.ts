/**
 * Changes of the configuration: `configure` of a draft, `amend` of a debate that has started. As an update they carry
 * a revision that is stored already; as a signal the merge patch itself, which an activity applies first.
 */
import { defineSearchAttributeKey } from "@temporalio/common";
import { ApplicationFailure, CancellationScope, setHandler, upsertSearchAttributes } from "@temporalio/workflow";
import type { Revision } from "../activities/revise.ts";
import { limitProblems } from "../domain/budget/limits.ts";
import { move } from "../domain/lifecycle.ts";
import type { DebatePlan } from "../domain/plan.ts";
import { situationOf } from "../domain/state.ts";
import { storeActs } from "./acts.ts";
import { floorOf, warn } from "./budget.ts";
import { requireLegal } from "./commands.ts";
import { COMMAND_SIGNALS, type CommandInput, REFUSED } from "./messages.ts";
import { publish } from "./publishing.ts";
import type { DebateRun } from "./run.ts";
import { listenForUpdate } from "./updates.ts";

const KINDS = ["configure", "amend"] as const;
type Kind = (typeof KINDS)[number];

export function listenForChanges(run: DebateRun): void {
  for (const kind of KINDS) {
    listenForUpdate(run, kind, {
      require: (input) => requireCurrent(run, kind, input),
      work: ({ revised }) => {
        if (revised) adopt(run, kind, revised);
        return publish(run);
      },
    });
    setHandler(COMMAND_SIGNALS[kind], async (input?: CommandInput) => {
      const why = await patched(run, kind, input?.patch);
      if (why !== null) run.emit("command.ignored", { command: kind, why });
      await publish(run);
    });
  }
}

/** Of two changes that were made from the same configuration only one counts. */
function requireCurrent(run: DebateRun, kind: Kind, input: CommandInput): void {
  requireLegal(run, kind, input);
  const { revised } = input;
  if (!revised) throw ApplicationFailure.nonRetryable("no revision is named", REFUSED.invalid, []);
  const isStale = revised.base !== (run.state.revision ?? null);
  if (isStale || (revised.version !== undefined && revised.version !== run.version))
    throw ApplicationFailure.nonRetryable("the debate has changed meanwhile", REFUSED.stale);
  const problems = kind === "amend" ? limitProblems(revised.plan.budget ?? {}, floorOf(run)) : [];
  if (problems.length > 0) throw ApplicationFailure.nonRetryable("the change is not valid", REFUSED.invalid, problems);
}

function illegal(run: DebateRun, kind: Kind): string | null {
  const isLegal = move(situationOf(run.state, run), kind) !== null;
  return isLegal ? null : `${kind} is not legal while the debate is ${run.state.status}`;
}

/** Applies a patch; tells why not. What changed while it was under way is patched in its turn. */
export async function patched(run: DebateRun, kind: Kind, patch: unknown): Promise<string | null> {
  for (;;) {
    const why = illegal(run, kind);
    if (why !== null) return why;
    const base = run.state.revision;
    const { debate } = run.place();
    const outcome = await CancellationScope.nonCancellable(() =>
      storeActs("the changed configuration to the store").revise({ debate, kind, patch, plan: run.plan }),
    );
    if ("refused" in outcome)
      return outcome.refused
        .map(({ pointer, detail }) => `${pointer} ${detail}`)
        .slice(0, 10)
        .join("; ");
    if (run.state.revision !== base || illegal(run, kind) !== null) continue;
    const low = kind === "amend" ? limitProblems(outcome.plan.budget ?? {}, floorOf(run)) : [];
    if (low.length > 0) return low.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ");
    adopt(run, kind, outcome);
    return null;
  }
}

function limited({ budget: _before, ...rest }: DebatePlan, { durations, budget }: DebatePlan): DebatePlan {
  return { ...rest, durations, ...(budget && { budget }) };
}

const FORMAT = defineSearchAttributeKey("DebateFormat", "KEYWORD");

function adopt(run: DebateRun, kind: Kind, { revision, plan, problems }: Revision): void {
  const { state } = run;
  if (plan.format !== run.plan.format) upsertSearchAttributes([{ key: FORMAT, value: plan.format }]);
  if (kind === "amend") run.replan({ ...limited(run.plan, plan), ...(plan.policies && { policies: plan.policies }) });
  else run.replan({ ...plan, ...(run.plan.draft && { draft: true }) });
  const configured = {
    revision,
    participants: run.plan.participants.map((p) => p.id),
    clarifies: run.plan.clarifications !== undefined,
    dialectic: run.plan.dialectic !== undefined,
    ...(run.plan.controlArm && { controlArm: true as const }),
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
  warn(run);
}
