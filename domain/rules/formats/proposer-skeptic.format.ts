import { defineFormat } from "./format.ts";

/** A skeptic examines a proposal, and the proposer improves it, until it is good enough for an answer. */
export const proposerSkeptic = defineFormat({
  name: "proposer-skeptic",
  title: "Proposer–skeptic",
  when: "When a plan or an answer should be tested for weak points and improved.",
  summary:
    "A proposer answers, a skeptic finds what is wrong with it, and a synthesizer writes the answer; it ends when the skeptic is content, or at the limit.",
  protocol: "proposer-skeptic",
  participants: { min: 3, max: 3 },
  rounds: { min: 1, max: 500, default: 5, least: 3 },
  judging: "final-only",
  rules:
    "This is no contest but joint work on one answer: in each round the proposer makes or mends a proposal and the skeptic examines it; at the end the synthesizer writes the answer.",
});
