export { debateWorkflow } from "./debate.ts";
export { positionsWorkflow } from "./positions.ts";
export { redeliveryWorkflow, webhookWorkflow } from "./webhook.ts";
