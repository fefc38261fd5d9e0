/**
 * A span for each request, as a child of the caller's `traceparent`. It costs nothing if traces are not collected, and
 * never contains a raw path, query, header or body.
 */
import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../base/context.api-base.ts";
import { debateIdIn, routeOf } from "../http/request-facts.ts";
import { QUIET } from "./access-log.ts";

/** Mount it after `traceparent`, whose value it replaces: the log and the workflow's memo then name this span. */
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

/** The span of a stream ends with the response's head. */
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
