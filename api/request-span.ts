/**
 * A span for each request, as a child of what its caller says in `traceparent`. It costs nothing while nobody collects
 * traces. No raw path, query, header or body stands in it.
 */
import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { QUIET } from "./access-log.ts";
import type { AppEnv } from "./context.ts";
import { debateIdIn, routeOf } from "./request-facts.ts";

/** Must stand behind `traceparent`, whose place its own takes: the log and the workflow's memo then name this request. */
export const requestSpan = createMiddleware<AppEnv>(async (c, next) => {
  if (QUIET.has(c.req.path)) return next();
  const given = c.get("traceparent");
  const parent = propagation.extract(ROOT_CONTEXT, given ? { traceparent: given } : {});
  const span = trace.getTracer("parley").startSpan(c.req.method, { kind: SpanKind.SERVER }, parent);
  if (!span.isRecording()) return next();
  const inner = trace.setSpan(parent, span);
  const carrier: { traceparent?: string } = {};
  propagation.inject(inner, carrier);
  if (carrier.traceparent) c.set("traceparent", carrier.traceparent);
  try {
    await context.with(inner, next);
  } finally {
    describe(span, c);
    span.end();
  }
});

/** A stream goes on after its span: that ends with the answer's head. */
function describe(span: Span, c: Context<AppEnv>): void {
  const { status, headers } = c.res;
  const route = routeOf(c);
  const debateId = debateIdIn(headers.get("Location") ?? "") ?? debateIdIn(c.req.path);
  const tenant = c.get("caller")?.tenant;
  span.updateName(`${c.req.method} ${route}`);
  span.setAttributes({
    "http.request.method": c.req.method,
    "http.route": route,
    "http.response.status_code": status,
    "parley.request.id": c.get("requestId"),
    ...(debateId !== undefined && { "parley.debate.id": debateId }),
    ...(tenant !== undefined && { "parley.tenant": tenant }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}
