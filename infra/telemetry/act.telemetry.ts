/** Attributes of an activity's act and debate, for its span and the spans of its model calls. */
import { type Attributes, context, createContextKey, trace } from "@opentelemetry/api";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { MODEL_ACTS } from "../../domain/play/acts/registry.act.ts";
import { debateOf } from "../log/activity-log.ts";

const ACT = createContextKey("parley.act");
const OPERATION = "invoke_agent";

/** Must follow the interceptor that starts the activity's span. */
export const knowAct: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute(input, next) {
      const about = aboutOf(input.args[0], info.workflowExecution?.workflowId);
      const attributes = { ...about, "parley.activity": info.activityType, "parley.attempt": info.attempt };
      const span = trace.getActiveSpan()?.setAttributes(attributes);
      const agent = agentOf(info.activityType, input.args[0]);
      if (agent !== null)
        span
          ?.updateName(`${OPERATION} ${agent}`)
          .setAttributes({ "gen_ai.operation.name": OPERATION, "gen_ai.agent.name": agent });
      return context.with(context.active().setValue(ACT, attributes), () => next(input));
    },
  },
});

/** Attributes of the current act; none outside activities. */
export function actAttributes(): Attributes {
  return (context.active().getValue(ACT) ?? {}) as Attributes;
}

interface Asked {
  id?: unknown;
  participantId?: string;
  turn?: { id?: unknown; participantId?: string };
  summary?: unknown;
}

/** Who is asked: a participant by its id, since its name is its owner's text. null: no model is. */
function agentOf(activity: string, input: unknown): string | null {
  const { turn, participantId, summary } = (input ?? {}) as Asked;
  if (activity === "takeTurn") return turn?.participantId ?? null;
  if (!Object.hasOwn(MODEL_ACTS, activity)) return null;
  return participantId ?? (summary ? "summarizer" : "judge");
}

function aboutOf(input: unknown, workflowId: string | undefined): Attributes {
  const { id, turn } = (input ?? {}) as Asked;
  const { debateId, tenant } = debateOf(input, workflowId);
  const actId = turn?.id ?? id;
  return {
    ...(debateId !== undefined && { "gen_ai.conversation.id": debateId, "parley.debate.id": debateId }),
    ...(tenant !== undefined && { "parley.tenant": tenant }),
    ...(typeof actId === "string" && { "parley.act.id": actId }),
  };
}
