/** Commands that wait, or waited. They belong to their debate, and go with it. */

import { piece, requireShort } from "../../../domain/play/records/keys.record.ts";
import type { Kind } from "../../../domain/play/records/kind.ts";
import type { AcceptedCommand } from "../../../domain/shapes/schemas/accepted.schema.ts";

/** A command by its id: what it says is in the store alone, so that no history has it. */
export interface CommandRef {
  debateId: string;
  id: string;
}

/**
 * Of a tenant. A run of its workflow hands them on to the next one in one payload, of which Temporal takes 2 MB. At ten a second
 * they take 25 minutes.
 */
export const MOST_WAITING = 15_000;

export interface StoredCommand extends Pick<AcceptedCommand, "id" | "command" | "acceptedAt" | "endedAt" | "refusal"> {
  status: AcceptedCommand["status"];
  /** Its number among all that the tenant's backlog has had. */
  number: number;
  /** What the workflow is sent; gone once the command is carried out or refused. */
  input?: object;
}

export const BACKLOG: Kind<StoredCommand, { id: string }> = {
  name: "accepted command",
  key: ({ id }) => requireShort(`ACCEPTED#${piece(id)}`, { name: "command", as: "sort" }),
  open: { waits: true },
  isFinal: ({ status }) => status !== "waiting",
};
