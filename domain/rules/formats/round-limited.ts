import { defineFormat, everybody, limitReached } from "./format.ts";

/** A fixed number of rounds, whatever the judge says. */
export const roundLimited = defineFormat({
  name: "round-limited",
  title: "Round-limited",
  when: "When you need the same number of rounds each time, for example to compare models.",
  summary: "Runs all its rounds, whatever the judge says.",
  protocol: "judged",
  participants: { min: 2, max: 4 },
  rounds: { min: 1, max: 500, default: 3 },
  judging: "every-round",
  rules: "This debate runs a fixed number of rounds. A judge assesses every round and rules after the last.",
  reminder: (round, rounds) =>
    `Turns are few: this is your turn ${round} of ${rounds}, and the limit is fixed. Begin with what matters most, and keep nothing for later.`,
  turns: everybody(() => "response"),
  end: (plan, state) => (limitReached(plan, state) ? "limit" : null),
});
