import { z } from "zod";

export const ParticipantStatus = z.enum(["active", "rate_limited", "context_exceeded", "error", "failed"]).meta({
  description:
    "`rate_limited`: waits for its provider; `error`: an attempt failed; `context_exceeded`: its prompt does not fit its model; `failed`: it is out",
});
export type ParticipantStatus = z.infer<typeof ParticipantStatus>;
