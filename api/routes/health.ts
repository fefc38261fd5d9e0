/** Is the process alive; can it do its work. */
import { createRoute } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import type { App } from "../context.ts";
import { json, problems } from "../openapi.ts";
import { Alive, Readiness } from "../schemas.ts";
import type { Services } from "../services.ts";

const CHECK_MS = 2_000;

const alive = createRoute({
  method: "get",
  path: "/healthz",
  operationId: "isAlive",
  summary: "Is the process alive",
  tags: ["Health"],
  responses: { 200: json(Alive, "It is"), ...problems() },
});

const ready = createRoute({
  method: "get",
  path: "/readyz",
  operationId: "isReady",
  summary: "Do Temporal and DynamoDB answer",
  tags: ["Health"],
  responses: { 200: json(Readiness, "Both do"), ...problems() },
});

export function registerHealth(app: App, services: Services): void {
  app.openapi(alive, (c) => c.json({ status: "alive" as const, version: services.settings.version }, 200));

  app.openapi(ready, async (c) => {
    const [temporal, dynamodb] = await Promise.all([
      reaches(() => temporalAnswers(services)),
      reaches(() => services.store.ping()),
    ]);
    const checks = { temporal, dynamodb };
    const silent = [...(temporal === "ok" ? [] : ["Temporal"]), ...(dynamodb === "ok" ? [] : ["DynamoDB"])];
    if (silent.length > 0)
      throw new ParleyError("unavailable", `${silent.join(" and ")} can not be reached`, { checks });
    return c.json({ status: "ready" as const, checks }, 200);
  });
}

async function temporalAnswers({ temporal, settings: { namespace } }: Services): Promise<void> {
  const { workflowService } = temporal.connection;
  await temporal.withDeadline(Date.now() + CHECK_MS, () => workflowService.describeNamespace({ namespace }));
}

async function reaches(check: () => Promise<unknown>): Promise<"ok" | "unreachable"> {
  const { promise: late, resolve } = Promise.withResolvers<"unreachable">();
  const timer = setTimeout(resolve, CHECK_MS + 500, "unreachable");
  const answer = check().then(
    () => "ok" as const,
    () => "unreachable" as const,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
