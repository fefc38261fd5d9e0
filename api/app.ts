/** The HTTP API: `createApp(deps)` answers requests on every runtime that speaks `fetch`. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { compress } from "hono/compress";
import { methodNotAllowed } from "hono/method-not-allowed";
import { getPath } from "hono/utils/url";
import { ParleyError } from "../domain/base/errors.base.ts";
import { faultsOf } from "../domain/rules/request/faults.request.ts";
import { a2a } from "../features/a2a/api/index.ts";
import { agui } from "../features/agui/api/index.ts";
import { backlog } from "../features/backlog/api/index.ts";
import { experiments } from "../features/experiments/api/index.ts";
import { files } from "../features/files/api/index.ts";
import { imports } from "../features/imports/api/index.ts";
import { mcp } from "../features/mcp/api/index.ts";
import { openai } from "../features/openai/api/index.ts";
import { presets } from "../features/presets/api/index.ts";
import { ratings } from "../features/ratings/api/index.ts";
import { receipts } from "../features/receipts/api/index.ts";
import { related } from "../features/related/api/index.ts";
import { schedules } from "../features/schedules/api/index.ts";
import { shares } from "../features/shares/api/index.ts";
import { webhooks } from "../features/webhooks/api/index.ts";
import { createAuth, createGate } from "./access/auth.access.ts";
import { requireKnownHost } from "./access/host.access.ts";
import type { App, AppDeps, AppEnv } from "./base/context.api-base.ts";
import { createErrorHandler } from "./base/errors.api-base.ts";
import { endsJsonLines } from "./base/json-text.ts";
import { OPENAI_PATH } from "./base/openai-errors.ts";
import { catalogueRoutes } from "./catalogue/catalogue.routes.ts";
import { submitAnswers } from "./commands/answers.commands-api.ts";
import { commandRoutes } from "./commands/commands.routes.ts";
import { decide } from "./commands/decisions.commands-api.ts";
import { interjectRoute } from "./commands/interjections.commands-api.ts";
import { createServices } from "./create-services.ts";
import { changeDebate } from "./debates/change.ts";
import { debateRoutes } from "./debates/debates.routes.ts";
import { deleteDebate } from "./debates/erase.ts";
import { reportOutcome } from "./debates/outcome.debates-api.ts";
import { rateDebate } from "./debates/rating.debates-api.ts";
import { readRequest } from "./debates/stored-request.ts";
import { estimateDebate } from "./estimates/estimates.routes.ts";
import { readEvents } from "./events/events.routes.ts";
import type { ApiFeature } from "./feature.ts";
import { compareRoute } from "./forks/compare.api.ts";
import { forkRoutes } from "./forks/forks.routes.ts";
import { registerGuide } from "./guide/guide.ts";
import { createCors } from "./http/cors.ts";
import { createSecureHeaders } from "./http/headers.http.ts";
import { otherMethods } from "./http/methods.ts";
import { createIdempotency } from "./idempotency/idempotency.api.ts";
import { keyRoutes } from "./keys/keys.routes.ts";
import { createAccessLog } from "./observe/access-log.ts";
import { allowTemporalUi, registerCodec } from "./observe/codec.ts";
import { healthRoutes } from "./observe/health.ts";
import { createRequestMeter, NO_METER } from "./observe/meter.api.ts";
import { getMetrics } from "./observe/metrics.ts";
import { requestId } from "./observe/request-id.ts";
import { createRequestLogger, rememberRequest } from "./observe/request-log.ts";
import { requestSpan } from "./observe/request-span.ts";
import { traceparent } from "./observe/traceparent.ts";
import { registerDocs } from "./openapi/docs.ts";
import { registerNullables } from "./openapi/document.openapi.ts";
import { explainProblem } from "./openapi/problems.openapi.ts";
import type { Route } from "./openapi/route.openapi.ts";
import { missing } from "./pages/missing.ts";
import { navigationOf } from "./pages/navigation.pages.ts";
import { registerOidcSession } from "./pages/oidc-session.ts";
import { registerPages } from "./pages/pages.routes.ts";
import { registerRecorded } from "./pages/report/recorded.report-page.ts";
import { registerSession } from "./pages/session.pages.ts";
import { createPlaces } from "./places/take.ts";
import { findPositions } from "./positions/positions.api.ts";
import { quotaRoutes } from "./quotas/quotas.routes.ts";
import { rejudgeDebate } from "./rejudgements/rejudgements.api.ts";
import { templateRoutes } from "./templates/templates.routes.ts";
import { transcriptRoutes } from "./transcripts/transcripts.routes.ts";
import { getTurn } from "./transcripts/turns.transcript-api.ts";

export type { ApiSettings, App, AppDeps } from "./base/context.api-base.ts";

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
  const services = createServices(deps, FEATURES);
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
  for (const { before } of FEATURES) before?.(app, deps);
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
  for (const { register } of FEATURES) register?.(app, services);
  const pages = navigationOf(FEATURES.flatMap(({ pages: links = [] }) => links));
  registerGuide(app, pages);
  registerDocs(app, services, pages);
  registerRecorded(app);
  registerPages(app);
  registerSession(app, services, { gate, pages });
  registerOidcSession(app, services, gate);
  return app;
}

/** What a debate does not need. The line of a feature removes it. */
const FEATURES: ApiFeature[] = [
  a2a,
  agui,
  backlog,
  experiments,
  files,
  imports,
  mcp,
  openai,
  presets,
  ratings,
  receipts,
  related,
  schedules,
  shares,
  webhooks,
];

export const ROUTES: Route[] = [
  // First, since the `{id}` of a debate matches the address of an import too.
  ...FEATURES.flatMap(({ routes = [] }) => routes),
  ...Object.values(debateRoutes),
  deleteDebate,
  changeDebate,
  readRequest,
  ...Object.values(commandRoutes),
  submitAnswers,
  decide,
  interjectRoute,
  ...Object.values(forkRoutes),
  readEvents,
  ...transcriptRoutes,
  rejudgeDebate,
  rateDebate,
  reportOutcome,
  getTurn,
  compareRoute,
  ...Object.values(catalogueRoutes),
  findPositions,
  estimateDebate,
  ...templateRoutes,
  ...Object.values(keyRoutes),
  ...Object.values(quotaRoutes),
  ...healthRoutes,
  getMetrics,
  explainProblem,
];

/** Clients of OpenAI's put their base URL together by hand, with a slash too many. */
function pathOf(request: Request): string {
  const path = getPath(request);
  const plain = path.replace(/\/+/g, "/").replace(/\/$/, "");
  return plain.startsWith(OPENAI_PATH) ? plain : path;
}
