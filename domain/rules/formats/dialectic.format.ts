import { defineFormat } from "./format.ts";

/** 2 to 8 agents with roles solve a problem together. */
export const dialectic = defineFormat({
  name: "dialectic",
  title: "Dialectic",
  when: "When you have a problem to solve and want one worked-out solution.",
  protocol: "dialectic",
  summary:
    "Agents with roles propose, criticise one another's proposals and refine their own; the judge makes one solution of it.",
  participants: { min: 2, max: 8 },
  rounds: { min: 1, max: 500, default: 3 },
  judging: "final-only",
  rules:
    "Agents with different roles solve one problem together. In each round every agent has a proposal, criticises the proposal of every other agent, and refines its own with the critiques that it received. From the second round on the refinements are the proposals. At the end a judge makes one solution of them.",
});
