import { z } from "zod";

export const ParticipantStatus = z.enum(["active", "rate_limited", "context_exceeded", "error", "failed"]);
export type ParticipantStatus = z.infer<typeof ParticipantStatus>;
