/** Which act of which debate an activity is: said of its span, and known to the spans of the model calls in it. */
import { type Attributes, context, createContextKey, trace } from "@opentelemetry/api";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { isDebateId } from "../../api/ids.ts";
import type { DebateKey } from "../../store/port/debates.ts";

const ACT = createContextKey("parley.act");

/** Must stand behind the interceptor that begins the activity's span. */
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

/** Attributes of the act that is at work here; none outside of activities. */
export function actAttributes(): Attributes {
  return (context.active().getValue(ACT) ?? {}) as Attributes;
}

/** What activities are given, as far as it says whose and which act they are. */
interface ActInput {
  id?: unknown;
  turn?: { id?: unknown };
  debate?: DebateKey;
  publication?: { debate?: DebateKey };
}

function aboutOf(input: unknown, workflowId: string | undefined): Attributes {
  const { id, turn, debate, publication } = (input ?? {}) as ActInput;
  const key = debate ?? publication?.debate;
  const debateId = key?.debateId ?? (workflowId !== undefined && isDebateId(workflowId) ? workflowId : undefined);
  const actId = turn?.id ?? id;
  return {
    ...(debateId !== undefined && { "parley.debate.id": debateId }),
    ...(key && { "parley.tenant": key.tenant }),
    ...(typeof actId === "string" && { "parley.act.id": actId }),
  };
}
