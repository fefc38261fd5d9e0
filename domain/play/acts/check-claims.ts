/** The judge's model compares the decisive claims with the exhibits before the ballots, and the code verifies what it quotes. */

import { buildClaimsPrompt, readClaims } from "../../prompts/for-judge/claims.judge-prompt.ts";
import { claimVerifier } from "../../rules/claims/verify-claim.ts";
import { allExhibits } from "../../rules/exhibits/found.ts";
import type { CheckedClaims } from "../../shapes/schemas/claims.schema.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { CLAIMS_REPLY } from "../assumptions/cases.ts";
import { CLAIMS } from "../records/kinds.record.ts";
import { defineAct } from "./act.ts";

export const checkClaims = defineAct({
  name: "checkClaims",
  reads: () => "blind transcript",
  watchesWindow: true,
  looksUp: true,
  prompt: (shown, _asked, view) => buildClaimsPrompt({ ...shown, view }),
  read: (text, { shown }) => readClaims(text, shown),
  kind: CLAIMS,
  make: ({
    value,
    scene: { asked, blind, config },
    model,
    bill,
    lookups: { uses, found, unreachable },
  }): CheckedClaims => {
    const verified = claimVerifier([...allExhibits(config), ...found]);
    const claims = value.map(({ claim, turnIds, why, ...quoted }) => ({
      ...blind.reveal({ claim, turnIds, why }),
      ...verified(quoted),
    }));
    const tools = uses.length > 0 && { tools: uses };
    const lost = unreachable.length > 0 && { unreachable };
    return { id: asked.id, model, claims, ...tools, ...lost, ...bill };
  },
  event: (claims, { round }) => ({ type: "claims.checked", at: claims.at, data: { round, claims } }),
  said: ({ claims }) => claims.map(({ status, claim }) => `${status}: ${claim}`).join("; ") || "No claim decides it.",
  assumed: {
    tokens: () => CLAIMS_REPLY,
    // Of so many claims an exhibit usually contradicts one.
    events: ({ id }, { state: { round }, of }) => {
      const oneJudge = of.name === "lowest" ? 0 : 1;
      const claims = { id, supported: 0, contradicted: 0, unverified: oneJudge, oneJudge, ...FREE };
      return [eventOf("claims.checked", { round, claims })];
    },
  },
});
