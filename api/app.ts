/** The HTTP API: `createApp(deps)` answers requests on every runtime that speaks `fetch`. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { compress } from "hono/compress";
import { methodNotAllowed } from "hono/method-not-allowed";
import { getPath } from "hono/utils/url";
import { ParleyError } from "../domain/base/errors.ts";
import { faultsOf } from "../domain/rules/request/faults.ts";
import { createAuth, createGate } from "./access/auth.ts";
import { requireKnownHost } from "./access/host.ts";
import type { App, AppDeps, AppEnv } from "./base/context.ts";
import { createErrorHandler } from "./base/errors.ts";
import { endsJsonLines } from "./base/json-text.ts";
import { OPENAI_PATH } from "./base/openai-errors.ts";
import { catalogueRoutes } from "./catalogue/routes.ts";
import { submitAnswers } from "./commands/answers.ts";
import { decide } from "./commands/decisions.ts";
import { interjectRoute } from "./commands/interjections.ts";
import { commandRoutes } from "./commands/routes.ts";
import { createServices } from "./create-services.ts";
import { changeDebate } from "./debates/change.ts";
import { deleteDebate } from "./debates/erase.ts";
import { reportOutcome } from "./debates/outcome.ts";
import { rateDebate } from "./debates/rating.ts";
import { debateRoutes } from "./debates/routes.ts";
import { readRequest } from "./debates/stored-request.ts";
import { estimateDebate } from "./estimates/routes.ts";
import { readEvents } from "./events/routes.ts";
import { experimentRoutes } from "./experiments/routes.ts";
import { fileRoutes } from "./files/routes.ts";
import { compareRoute } from "./forks/compare.ts";
import { forkRoutes } from "./forks/routes.ts";
import { registerGuide } from "./guide/guide.ts";
import { createCors } from "./http/cors.ts";
import { createSecureHeaders } from "./http/headers.ts";
import { otherMethods } from "./http/methods.ts";
import { createIdempotency } from "./idempotency/idempotency.ts";
import { importDebate } from "./imports/routes.ts";
import { keyRoutes } from "./keys/routes.ts";
import { pointToMetadata, registerMetadata } from "./mcp/metadata.ts";
import { MCP_PATH, registerMcp } from "./mcp/route.ts";
import { createAccessLog } from "./observe/access-log.ts";
import { allowTemporalUi, registerCodec } from "./observe/codec.ts";
import { healthRoutes } from "./observe/health.ts";
import { createRequestMeter, NO_METER } from "./observe/meter.ts";
import { getMetrics } from "./observe/metrics.ts";
import { requestId } from "./observe/request-id.ts";
import { createRequestLogger, rememberRequest } from "./observe/request-log.ts";
import { requestSpan } from "./observe/request-span.ts";
import { traceparent } from "./observe/traceparent.ts";
import { chatRoutes } from "./openai/chat.ts";
import { modelRoutes } from "./openai/models.ts";
import { responseRoutes } from "./openai/responses.ts";
import { registerDocs } from "./openapi/docs.ts";
import { registerNullables } from "./openapi/document.ts";
import { explainProblem } from "./openapi/problems.ts";
import type { Route } from "./openapi/route.ts";
import { missing } from "./pages/missing.ts";
import { registerOidcSession } from "./pages/oidc-session.ts";
import { registerPages } from "./pages/routes.ts";
import { registerSession } from "./pages/session.ts";
import { createPlaces } from "./places/take.ts";
import { findPositions } from "./positions/positions.ts";
import { presetRoutes } from "./presets/routes.ts";
import { quotaRoutes } from "./quotas/routes.ts";
import { readRatings } from "./ratings/routes.ts";
import { getReceiptKeys } from "./receipts/routes.ts";
import { rejudgeDebate } from "./rejudgements/rejudgements.ts";
import { readRelated } from "./related/routes.ts";
import { scheduleRoutes } from "./schedules/routes.ts";
import { shareRoutes } from "./shares/routes.ts";
import { registerShared } from "./shares/shared.ts";
import { templateRoutes } from "./templates/routes.ts";
import { transcriptRoutes } from "./transcripts/routes.ts";
import { getTurn } from "./transcripts/turns.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

export type { ApiSettings, App, AppDeps } from "./base/context.ts";

export function createApp(parts: AppDeps): App {
  const deps = { ...parts, logger: createRequestLogger(parts.logger) };
  const { corsOrigins } = deps.settings;
  const app: App = new OpenAPIHono<AppEnv>({
    getPath: pathOf,
    defaultHook: (result) => {
      if (!result.success)
        throw new ParleyError("invalid-request", "a parameter is not valid", { errors: faultsOf(result.error) });
    },
  });
  const services = createServices(deps);
  app.use((c, next) => {
    // Its server says which connection it is, where there is one.
    const { incoming } = (c.env ?? {}) as { incoming?: { socket: object } };
    if (incoming) services.door.come(incoming.socket);
    return next();
  });
  app.use(endsJsonLines, rememberRequest, createRequestMeter(deps.meter ?? NO_METER));
  app.use(requestId, traceparent, requestSpan, createAccessLog(deps), createSecureHeaders(deps.settings));
  if (corsOrigins.length > 0) app.use(createCors(corsOrigins));
  if (deps.codec) allowTemporalUi(app, deps.settings);
  if (deps.settings.hosts) app.use(requireKnownHost(deps.settings.hosts));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: otherMethods }));
  app.use(MCP_PATH, pointToMetadata(deps.settings));
  const gate = createGate(deps);
  app.use(createAuth(deps, gate));
  app.notFound(missing);
  app.onError(createErrorHandler(deps));

  app.use(createPlaces(services, ROUTES));
  app.use("/v1/*", createIdempotency(services));
  registerNullables(app);
  // Responses that grow with a debate, with weak ETags; not event streams and problems.
  const compressed = compress({ contentTypeFilter: /^(application\/json|text\/(html|markdown))\b/ });
  app.use("/v1/debates/:id/events", compressed);
  app.use("/v1/debates/:id/transcript", compressed);
  app.use("/v1/formats", compressed);
  app.use("/v1/models", compressed);
  app.use("/debates/*", compressed);
  for (const route of ROUTES) route.register(app, services);
  registerCodec(app, services);
  registerMcp(app, services);
  registerMetadata(app, deps.settings);
  registerGuide(app);
  registerDocs(app, services);
  registerPages(app);
  registerSession(app, services, gate);
  registerOidcSession(app, services, gate);
  registerShared(app, services);
  return app;
}

/** In the order of the description. */
export const ROUTES: Route[] = [
  // Before the debates, whose `{id}` matches its address too.
  importDebate,
  ...debateRoutes,
  deleteDebate,
  changeDebate,
  readRequest,
  ...commandRoutes,
  submitAnswers,
  decide,
  interjectRoute,
  ...forkRoutes,
  readEvents,
  ...transcriptRoutes,
  rejudgeDebate,
  rateDebate,
  reportOutcome,
  getTurn,
  compareRoute,
  readRelated,
  ...webhookRoutes,
  ...catalogueRoutes,
  findPositions,
  estimateDebate,
  ...experimentRoutes,
  readRatings,
  ...presetRoutes,
  ...scheduleRoutes,
  ...fileRoutes,
  ...modelRoutes,
  ...chatRoutes,
  ...responseRoutes,
  ...templateRoutes,
  ...keyRoutes,
  ...quotaRoutes,
  getReceiptKeys,
  ...healthRoutes,
  getMetrics,
  explainProblem,
  ...shareRoutes,
];

/** Clients of OpenAI's put their base URL together by hand, with a slash too many. */
function pathOf(request: Request): string {
  const path = getPath(request);
  const plain = path.replace(/\/+/g, "/").replace(/\/$/, "");
  return plain.startsWith(OPENAI_PATH) ? plain : path;
}
