/** So many are enough, and the others have a while longer: turns of a round, judges of a panel, voters of an audience. */
import { z } from "zod";
import type { Quorum } from "../../shapes/plan/plan.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";

const COUNTED = {
  turns: "How many turns have to be whole",
  judges: "How many judges have to rule",
  votes: "How many have to vote",
};

export const quorumOf = (what: keyof typeof COUNTED, most: number) =>
  z.strictObject({
    count: z.int().min(1).max(most).meta({ description: COUNTED[what] }),
    graceSeconds: z.number().min(0).max(LIMITS.roundSeconds).meta({
      description: "How long the others have from then on; who is late is left out",
    }),
  });

type Asked = { quorum?: z.infer<ReturnType<typeof quorumOf>> | undefined };

/** As configurations and plans have it. */
export function quorumIn({ quorum }: Asked = {}): { quorum?: Quorum } {
  return quorum ? { quorum: { count: quorum.count, graceMs: quorum.graceSeconds * 1000 } } : {};
}
