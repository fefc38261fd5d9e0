/** What the workflow of a backlog is given and sent. */
import { defineSignal } from "@temporalio/workflow";
import { INTERNAL_SIGNALS } from "../../../domain/shapes/internal-signals.ts";
import type { CommandRef } from "../domain/backlog-records.ts";

export interface BacklogInput {
  tenant: string;
  continueAfterEvents: number;
  /** What a run before it has left. */
  waiting?: CommandRef[];
}

export const acceptedSignal = defineSignal<[CommandRef[]]>(INTERNAL_SIGNALS.accepted);

export function backlogWorkflowId(tenant: string): string {
  return `backlog-${tenant}`;
}
