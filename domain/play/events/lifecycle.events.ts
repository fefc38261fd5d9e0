/** The debate itself: it is created, moves from status to status, and ends. */

import { NOTHING_ASKED } from "../../rules/clarifications/clarifications.rules.ts";
import { NO_CONTROL_ARM } from "../../rules/protocols/control-arm.protocol.ts";
import { NO_DIALECTIC } from "../../rules/protocols/dialectic-state.ts";
import { newParticipant, nextGeneration } from "../../rules/protocols/initial-state.ts";
import { NOTHING_BOUGHT } from "../../rules/protocols/question-state.ts";
import { picked } from "../../shapes/plan/picked.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { untroubled } from "../../shapes/state/troubles.ts";
import { defineEvent, type Whole } from "./define-event.ts";
import type { Fields } from "./fields.events.ts";

export const BEGINNING = [
  defineEvent({
    type: "debate.created",
    shape: ({ line, z, list, Problem, origin }) => ({
      format: line,
      maxRounds: z.int(),
      problems: list(Problem, 200).optional(),
      ...origin,
    }),
    shared: ["format", "maxRounds"],
    reduce: (state, { problems }, at) => (problems ? { ...state, since: at, problems } : state),
  }),
  defineEvent({
    type: "debate.status",
    shape: statusShape,
    shared: ["status", "phase", "round", "pausing", "by", "endedBy", "convergedBy"],
    reduce: (state, data, at) =>
      data.by === "reset" ? nextGeneration(state, at) : statusChanged(reconfigured(state, data), data, at),
  }),
] as const;

export const ENDING = [
  defineEvent({
    type: "debate.completed",
    shape: ({ z, reason }) => ({ status: z.literal("completed"), reason }),
    shared: ["status"],
    reduce: ended,
  }),
  defineEvent({
    type: "debate.failed",
    shape: ({ z, reason }) => ({ status: z.literal("failed"), reason }),
    shared: ["status", "reason"],
    reduce: ended,
  }),
  defineEvent({
    type: "debate.cancelled",
    shape: ({ z, reason }) => ({ status: z.literal("cancelled"), reason }),
    shared: ["status"],
    reduce: ended,
  }),
] as const;

function statusShape({
  z,
  status,
  line,
  list,
  round,
  participantId,
  reason,
  endedBy,
  convergedBy,
  Problem,
  Warning,
  FaultView,
}: Fields) {
  return {
    status,
    phase: line.nullable(),
    round,
    pausing: z.boolean(),
    by: line.meta({ description: "The command, or what else led here" }),
    reason,
    problems: list(Problem, 200).optional(),
    warnings: list(Warning, 100).optional().meta({ description: "What the validation could not check" }),
    error: FaultView.optional(),
    endedBy: endedBy.optional(),
    convergedBy: convergedBy.optional(),
    configured: z
      .object({
        revision: line,
        participants: list(participantId, 20),
        clarifies: z.boolean(),
        dialectic: z.boolean(),
        controlArm: z.literal(true).optional(),
        vote: z.literal(true).optional(),
      })
      .optional(),
  };
}
type StatusData = Whole<ReturnType<typeof statusShape>>;

/** Participants that stay keep their counts. */
function reconfigured(state: DebateState, { configured }: StatusData): DebateState {
  if (!configured) return state;
  const {
    clarification = NOTHING_ASKED,
    dialectic = NO_DIALECTIC,
    controlArm = NO_CONTROL_ARM,
    question,
    ...rest
  } = state;
  const asked = configured.vote ? (question ?? NOTHING_BOUGHT) : question?.bought ? undefined : question;
  const before = (id: string) => state.participants.find((p) => p.id === id);
  return {
    ...rest,
    revision: configured.revision,
    participants: configured.participants.map((id) => before(id) ?? newParticipant(id)),
    ...(configured.clarifies && { clarification }),
    ...(configured.dialectic && { dialectic }),
    ...(configured.controlArm && { controlArm }),
    ...(asked && { question: asked }),
  };
}

const WAITING = ["paused", "awaiting_decision", "error"];

function statusChanged(earlier: DebateState, data: StatusData, at: string): DebateState {
  const from = earlier.status;
  // A pause begins when no call is under way; what failed before it is asked for again after it.
  const state = data.status === "paused" ? untroubled(earlier) : earlier;
  const { decision, warnings: before, retried: _counted, ...rest } = state;
  const warnings = data.warnings ?? (data.status === "validating" ? undefined : before);
  return {
    ...rest,
    ...(decision && data.status === "awaiting_decision" && { decision }),
    ...(warnings && { warnings }),
    status: data.status,
    // Each change of a draft restarts the clock that expires it.
    since: data.status === from && from !== "configuring" ? state.since : at,
    pausing: data.pausing,
    phase: data.phase,
    remembered: rememberedBy(state, data),
    problems: data.problems ?? (data.status === "validating" ? [] : state.problems),
    error: data.error ?? null,
    ...retriesAfter(state, data),
    endedBy: data.endedBy ?? state.endedBy,
    ...(data.convergedBy && { convergedBy: data.convergedBy }),
    startedAt: data.status === "initializing" ? (state.startedAt ?? at) : state.startedAt,
  };
}

function rememberedBy({ status: from, remembered }: DebateState, { status }: StatusData): DebateState["remembered"] {
  if (!WAITING.includes(status)) return null;
  return WAITING.includes(from) ? remembered : from;
}

/** The owner's retries of one fault; another one counts anew. A fork starts without any. */
function retriesAfter(state: DebateState, { by, error }: StatusData): Pick<DebateState, "retries" | "retried"> {
  const { retries, retried } = state;
  if (by === "fork") return { retries: 0 };
  if (by === "retry" && state.error) {
    const { retryCount } = state.error;
    return { retries: retries + 1, retried: { ...picked(state.error, ["participantId", "round"]), retryCount } };
  }
  const isNew = (by === "faulted" || by === "asked") && error;
  return isNew ? { retries: error.ownerRetries ?? 0 } : { retries, ...(retried && { retried }) };
}

function ended(state: DebateState, { status }: Pick<DebateState, "status">, at: string): DebateState {
  return { ...untroubled(state), status, phase: null, pausing: false, completedAt: at };
}
