export { backlogWorkflow } from "../features/backlog/workflows/backlog.workflow.ts";
export { experimentWorkflow } from "../features/experiments/workflows/experiment.workflow.ts";
export { scheduledDebateWorkflow } from "../features/schedules/workflows/scheduled-debate.ts";
export { redeliveryWorkflow, webhookWorkflow } from "../features/webhooks/workflows/webhook.workflow.ts";
export { debateWorkflow } from "./debate.ts";
export { positionsWorkflow } from "./positions.workflow.ts";
export { rejudgeWorkflow } from "./rejudge.workflow.ts";
export { sweepWorkflow } from "./sweep.workflow.ts";
