export { debateWorkflow } from "./debate.ts";
export { experimentWorkflow } from "./experiment.ts";
export { positionsWorkflow } from "./positions.ts";
export { rejudgeWorkflow } from "./rejudge.ts";
export { scheduledDebateWorkflow } from "./scheduled-debate.ts";
export { sweepWorkflow } from "./sweep.ts";
export { redeliveryWorkflow, webhookWorkflow } from "./webhook.ts";
