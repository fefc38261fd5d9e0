import { defineFormat } from "./format.ts";

/** Answers that can be compared: the code counts them round by round, and no judge is asked. */
export const question = defineFormat({
  name: "question",
  title: "Question",
  when: "When the answer can be counted: one of several options, or a number.",
  summary:
    "Everybody answers a question whose answers can be compared, alone at first, then with the others' answers before them; the code counts, and no judge is asked.",
  protocol: "question",
  participants: { min: 1, max: 8, usual: 3 },
  rounds: { min: 1, max: 500, default: 2, least: 2 },
  judging: "final-only",
  rules:
    "Everybody answers the same question, without a position to hold. In the first round each answers alone. In each later round each sees the newest answers of others and answers again. The most frequent answer is the result.",
});
