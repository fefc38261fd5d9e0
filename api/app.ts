/** The HTTP API: `createApp(deps)` answers requests on every runtime that speaks `fetch`. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { compress } from "hono/compress";
import { methodNotAllowed } from "hono/method-not-allowed";
import { faultsOf } from "../domain/checks.ts";
import { ParleyError } from "../domain/errors.ts";
import { createAccessLog } from "./access-log.ts";
import { createAuth, createGate } from "./auth.ts";
import type { App, AppDeps, AppEnv } from "./context.ts";
import { createCors } from "./cors.ts";
import { createErrorHandler, notFound } from "./errors.ts";
import { requireKnownHost } from "./host.ts";
import { createIdempotency } from "./idempotency.ts";
import { createRequestMeter, NO_METER } from "./meter.ts";
import { otherMethods } from "./methods.ts";
import { registerNullables } from "./openapi-document.ts";
import { registerPages } from "./pages/routes.ts";
import { registerSession } from "./pages/session.ts";
import { registerShared } from "./pages/shared.ts";
import { requestId } from "./request-id.ts";
import { createRequestLogger, rememberRequest } from "./request-log.ts";
import { requestSpan } from "./request-span.ts";
import { registerAnswers } from "./routes/answers.ts";
import { registerCatalogues } from "./routes/catalogue.ts";
import { registerChange } from "./routes/change.ts";
import { allowTemporalUi, registerCodec } from "./routes/codec.ts";
import { registerCommands } from "./routes/commands.ts";
import { registerCompare } from "./routes/compare.ts";
import { registerDebates } from "./routes/debates.ts";
import { registerDecisions } from "./routes/decisions.ts";
import { registerDocs } from "./routes/docs.ts";
import { registerErase } from "./routes/erase.ts";
import { registerEstimates } from "./routes/estimates.ts";
import { registerEvents } from "./routes/events.ts";
import { registerForks } from "./routes/forks.ts";
import { registerHealth } from "./routes/health.ts";
import { registerImport } from "./routes/import.ts";
import { registerInterjections } from "./routes/interjections.ts";
import { registerKeys } from "./routes/keys.ts";
import { registerMetrics } from "./routes/metrics.ts";
import { registerPositions } from "./routes/positions.ts";
import { registerProblems } from "./routes/problems.ts";
import { registerRating } from "./routes/rating.ts";
import { registerRejudge } from "./routes/rejudge.ts";
import { registerShares } from "./routes/shares.ts";
import { registerTemplates } from "./routes/templates.ts";
import { registerTranscript } from "./routes/transcript.ts";
import { registerTurns } from "./routes/turns.ts";
import { registerWebhooks } from "./routes/webhooks.ts";
import { createSecureHeaders } from "./secure-headers.ts";
import { createServices } from "./services.ts";
import { traceparent } from "./traceparent.ts";

export type { ApiSettings, App, AppDeps } from "./context.ts";

export function createApp(parts: AppDeps): App {
  const deps = { ...parts, logger: createRequestLogger(parts.logger) };
  const { corsOrigins } = deps.settings;
  const app: App = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success)
        throw new ParleyError("invalid-request", "a parameter is not valid", { errors: faultsOf(result.error) });
    },
  });
  app.use(rememberRequest, createRequestMeter(deps.meter ?? NO_METER));
  app.use(requestId, traceparent, requestSpan, createAccessLog(deps), createSecureHeaders(deps.settings));
  if (corsOrigins.length > 0) app.use(createCors(corsOrigins));
  if (deps.codec) allowTemporalUi(app, deps.settings);
  if (deps.settings.hosts) app.use(requireKnownHost(deps.settings.hosts));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: otherMethods }));
  const gate = createGate(deps);
  app.use(createAuth(deps, gate));
  app.notFound(notFound);
  app.onError(createErrorHandler(deps));

  const services = createServices(deps);
  app.use("/v1/*", createIdempotency(services));
  registerNullables(app);
  // What grows with a debate; entity tags stand elsewhere, and event streams and problems are left as they are.
  const compressed = compress({ contentTypeFilter: /^(application\/json|text\/(html|markdown))\b/ });
  app.use("/v1/debates/:id/events", compressed);
  app.use("/v1/debates/:id/transcript", compressed);
  // Before the debates, one of which its address would name.
  registerImport(app, services);
  registerDebates(app, services);
  registerErase(app, services);
  registerChange(app, services);
  registerCommands(app, services);
  registerAnswers(app, services);
  registerDecisions(app, services);
  registerInterjections(app, services);
  registerForks(app, services);
  registerEvents(app, services);
  registerTranscript(app, services);
  registerRejudge(app, services);
  registerRating(app, services);
  registerTurns(app, services);
  registerCompare(app, services);
  registerWebhooks(app, services);
  registerCatalogues(app, services);
  registerPositions(app, services);
  registerEstimates(app, services);
  registerTemplates(app, services);
  registerKeys(app, services);
  registerHealth(app, services);
  registerMetrics(app, services);
  registerCodec(app, services);
  registerProblems(app);
  registerDocs(app, services);
  registerShares(app, services);
  registerPages(app);
  registerSession(app, services, gate);
  registerShared(app, services);
  return app;
}
