/** A debate of an experiment is a child of the experiment's workflow, which acts for its owner. A twin has an owner. */
import { getExternalWorkflowHandle, workflowInfo } from "@temporalio/workflow";
import { twinIdOf } from "../../domain/base/ids.base.ts";
import { preview } from "../../domain/base/text/text.ts";
import { oneSentence } from "../../domain/shapes/problems.shape.ts";
import { debateWaitsSignal } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";

const LONGEST_REASON = 500;

/** False for every other debate. */
export function hasParent({ plan }: DebateRun): boolean {
  const { parent } = workflowInfo();
  return parent !== undefined && parent.workflowId !== twinIdOf(plan.debateId);
}

/** Reports that the debate cannot go on without its owner. */
export async function tellParent(run: DebateRun): Promise<void> {
  const { parent } = workflowInfo();
  const why = parent && whyOf(run);
  if (!why) return;
  const { debateId } = run.plan;
  const experiment = getExternalWorkflowHandle(parent.workflowId);
  await experiment.signal(debateWaitsSignal, { debateId, why: preview(why, LONGEST_REASON) }).catch(() => {});
}

/** Null: it waits for nothing that the owner did not wish, or goes on by itself. */
function whyOf({ state }: DebateRun): string | null {
  const { status, error, problems, decision } = state;
  if (status === "error") return error?.message ?? "the debate failed";
  if (status === "awaiting_decision") return `a decision was needed: ${decision?.asked.question ?? "a call failed"}`;
  if (status !== "configuring") return null;
  return `the debate is not valid: ${oneSentence(problems)}`;
}
