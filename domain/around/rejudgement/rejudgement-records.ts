/** What is stored of rejudgements. */

import { piece, three } from "../../play/records/keys.record.ts";
import type { Kind } from "../../play/records/kind.ts";
import type { Quota } from "../../shapes/payer.ts";
import type { JudgeConfig } from "../../shapes/plan/config.plan.ts";
import type { CastBallot } from "../../shapes/schemas/ballot.ts";
import type { Rejudgement } from "./rejudgement.ts";

/** A rejudgement with what made it. */
export interface StoredRejudgement {
  rejudgement: Rejudgement;
  /** Missing for imported ones, which have no workflow. */
  run?: {
    workflowId: string;
    judge: JudgeConfig;
    /** SHA-256 of the request's Idempotency-Key, if it had one. */
    keyHash?: string;
    /** Whose limits hold beside the tenant's. Missing: the caller had no key. */
    key?: { id: string; quota: Quota };
  };
}

/** In the order in which they were requested. `store/records/rejudgements.records.ts` changes them, and META with them. */
export const REJUDGEMENTS: Kind<StoredRejudgement, { id: string }, object> = {
  name: "rejudgement",
  key: ({ id }) => `REJUDGE#${three(id.slice(1))}`,
  range: () => ({ prefix: "REJUDGE#" }),
  open: {},
  isFinal: ({ rejudgement }) => rejudgement.status !== "running",
};

/** A ballot that comes after its debate was erased is not stored. */
export const REJUDGE_BALLOTS: Kind<CastBallot, { rejudgement: string; id: string }, { rejudgement: string }> = {
  name: "rejudgement's ballot",
  key: ({ rejudgement, id }) => `REJUDGE-BALLOT#${three(rejudgement.slice(1))}#${piece(id)}`,
  range: ({ rejudgement }) => ({ prefix: `REJUDGE-BALLOT#${three(rejudgement.slice(1))}#` }),
  within: ({ rejudgement }) => `REJUDGE#${three(rejudgement.slice(1))}`,
};
