/** What the owner learned later: whether the debate's answer came true. It changes neither the log nor the version. */
import { z } from "zod";
import { line, prose } from "./bounds.ts";

const KNOWN_OUTCOMES = ["right", "wrong", "unknown"] as const;

const outcome = z.enum(KNOWN_OUTCOMES).meta({
  description: "`right` or `wrong`: how the debate's winner or conclusion turned out; `unknown`: nobody can say",
});
const NOTE = "How the owner knows, in the owner's words";

export const KnownOutcomeRequest = z
  .strictObject({
    outcome,
    note: z.string().min(1).max(2_000).optional().meta({ description: NOTE }),
  })
  .meta({ id: "KnownOutcomeRequest", description: "Whether the answer of a debate that is over came true" });

export const KnownOutcome = z
  .object({
    outcome,
    note: prose.optional().meta({ description: NOTE }),
    at: line.meta({ description: "When the owner reported it: ISO 8601, UTC" }),
  })
  .meta({
    id: "KnownOutcome",
    description: "Whether the debate's answer came true; the newest replaces the one before",
  });
export type KnownOutcome = z.infer<typeof KnownOutcome>;
