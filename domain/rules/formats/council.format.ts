import { defineFormat } from "./format.ts";

/** 2 to 8 models answer alone and rank one another's answers; a chair writes the answer. */
export const council = defineFormat({
  name: "council",
  title: "Council",
  when: "When you want a well-weighed answer from several models, rather than a contest.",
  protocol: "council",
  summary:
    "Everybody answers alone, then ranks the others' answers without knowing whose they are; the chair writes what they agree on, where they differ and the final answer.",
  participants: { min: 2, max: 8 },
  rounds: { min: 2, max: 3, default: 2 },
  judging: "final-only",
  rules:
    "In round 1 every member answers alone. In round 2 every member ranks the others' answers without knowing whose they are. Where there is a round 3, every member revises its answer after it has read the others' answers and the ranking. At the end a chair writes the council's answer.",
});
