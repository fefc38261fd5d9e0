export { debateWorkflow } from "./debate.ts";
