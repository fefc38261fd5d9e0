export { debateWorkflow } from "./debate.ts";
export { positionsWorkflow } from "./positions.ts";
