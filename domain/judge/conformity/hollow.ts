import type { Degradation } from "../../shapes/schemas/faults.schema.ts";
import type { Conformity } from "../../shapes/schemas/poll.schema.ts";

/** What a result lacks whose participants agreed hollowly after this round. */
export function hollowConsensus({
  round,
  largeChanges,
  caused,
  overlap,
  hollowBecause,
}: Omit<Conformity, "id">): Degradation {
  const reasons = {
    uncaused_changes: `${caused} of ${largeChanges} large changes of stance name a turn of somebody else or an exhibit`,
    reasons_differ: `the reasons hardly overlap (${overlap})`,
  };
  return {
    what: `a consensus after round ${round} that rests on reasons`,
    why: `private stances are close, but ${hollowBecause.map((because) => reasons[because]).join(", and ")}`,
    round,
    code: "hollow_consensus",
  };
}
