/** Who changed position in a round, for a report's list. */
import type { Flip } from "../schemas/assessment.ts";
import type { Debate } from "../schemas/debate.ts";
import { nameOf } from "./names.ts";

export function flipLines(flips: Flip[] | undefined, debate: Pick<Debate, "participants">): string[] {
  return (flips ?? []).map(({ participant, from, to, cause, prompted }) => {
    const why = prompted ? `because of ${cause}` : "unprompted: no turn or exhibit is named as the cause";
    return `Changed position: ${nameOf(debate, participant)}, from "${from}" to "${to}" (${why})`;
  });
}
