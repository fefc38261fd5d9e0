/** A debate as a child of the workflow that begins it, which it outlives: a twin, or a cell of an experiment. */
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { type ChildWorkflowHandle, ParentClosePolicy, startChild, type Workflow } from "@temporalio/workflow";
import { escapeMarkdown, firstBytes } from "../../domain/base/text/text.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import { debateDetails } from "../../domain/show/page-details.ts";
import { type DebateInput, priorityOf, searchAttributesOf } from "./messages.workflow-base.ts";

/** Null: an earlier run of the workflow has started it. */
export async function startDebate(
  plan: DebatePlan,
  { priorityKey, ...more }: Pick<DebateInput, "origin" | "queued" | "publicUrl"> & { priorityKey?: number },
): Promise<ChildWorkflowHandle<Workflow> | null> {
  try {
    return await startChild("debateWorkflow", {
      workflowId: plan.debateId,
      args: [{ plan, ...more }],
      workflowIdReusePolicy: "REJECT_DUPLICATE",
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: firstBytes(escapeMarkdown(plan.title), 200),
      staticDetails: debateDetails("", plan.debateId, more.publicUrl),
      typedSearchAttributes: searchAttributesOf(plan),
      // Left out: its parent's.
      ...(priorityKey !== undefined && { priority: { ...priorityOf(plan), priorityKey } }),
    });
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  }
}
