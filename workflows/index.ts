export { debateWorkflow } from "./debate.ts";
export { positionsWorkflow } from "./positions.ts";
export { sweepWorkflow } from "./sweep.ts";
export { redeliveryWorkflow, webhookWorkflow } from "./webhook.ts";
