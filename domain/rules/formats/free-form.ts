import { ALONE, defineFormat, everybody, judgeEnds, limitReached, saysStop } from "./format.ts";

/** Participants answer one another freely until the judge says stop. */
export const freeForm = defineFormat({
  name: "free-form",
  title: "Free-form",
  when: "When a question is open and you do not know which way the discussion should go.",
  summary:
    "Participants answer one another freely; it ends when the judge says stop, when all repeat themselves, or at the limit.",
  protocol: "judged",
  participants: { min: 2, max: 4 },
  rounds: { min: 1, max: 500, default: 10 },
  judging: "every-round",
  guides: true,
  rules: "There are no fixed phases. A judge reads every round and may end the debate.",
  endsEarly: true,
  turns: everybody(() => "response"),
  aloneRounds: ALONE,
  end: (plan, state) =>
    judgeEnds(plan, state, { after: state.round, says: saysStop })
      ? "judge"
      : limitReached(plan, state)
        ? "limit"
        : null,
});
