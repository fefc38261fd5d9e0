/** Attributes of an activity's act and debate, for its span and the spans of its model calls. */
import { type Attributes, context, createContextKey, trace } from "@opentelemetry/api";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { debateOf } from "../log/activity-log.ts";

const ACT = createContextKey("parley.act");

/** Must follow the interceptor that starts the activity's span. */
export const knowAct: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute(input, next) {
      const about = aboutOf(input.args[0], info.workflowExecution?.workflowId);
      const attributes = { ...about, "parley.activity": info.activityType, "parley.attempt": info.attempt };
      trace.getActiveSpan()?.setAttributes(attributes);
      return context.with(context.active().setValue(ACT, attributes), () => next(input));
    },
  },
});

/** Attributes of the current act; none outside activities. */
export function actAttributes(): Attributes {
  return (context.active().getValue(ACT) ?? {}) as Attributes;
}

function aboutOf(input: unknown, workflowId: string | undefined): Attributes {
  const { id, turn } = (input ?? {}) as { id?: unknown; turn?: { id?: unknown } };
  const { debateId, tenant } = debateOf(input, workflowId);
  const actId = turn?.id ?? id;
  return {
    ...(debateId !== undefined && { "parley.debate.id": debateId }),
    ...(tenant !== undefined && { "parley.tenant": tenant }),
    ...(typeof actId === "string" && { "parley.act.id": actId }),
  };
}
