export { debateWorkflow } from "./debate.ts";
export { experimentWorkflow } from "./experiment.workflow.ts";
export { positionsWorkflow } from "./positions.workflow.ts";
export { rejudgeWorkflow } from "./rejudge.workflow.ts";
export { scheduledDebateWorkflow } from "./scheduled-debate.ts";
export { sweepWorkflow } from "./sweep.workflow.ts";
export { redeliveryWorkflow, webhookWorkflow } from "./webhook.workflow.ts";
