/** What the debate's owner adds, or tries to. */

import { defineEvent } from "./define-event.ts";

export const OWNER = [
  defineEvent({
    type: "interjection.added",
    shape: ({ z, round, line, participantId, recordId, noteId }) => ({
      round,
      turnId: line,
      interjection: z.strictObject({
        id: recordId,
        note: noteId,
        round,
        index: z.int().min(0),
        to: participantId.optional(),
        at: line,
      }),
    }),
    shared: ["round", "turnId", "interjection"],
    reduce: (state, { interjection }) => ({
      ...state,
      interjections: [...(state.interjections ?? []), interjection],
    }),
  }),
  defineEvent({
    type: "command.ignored",
    shape: ({ line, prose }) => ({ command: line, why: prose }),
  }),
] as const;
