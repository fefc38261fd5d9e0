/** Liveness and readiness. */
import { z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Services } from "../base/services.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";

const Alive = z
  .object({
    status: z.literal("alive").meta({ description: "The process answers" }),
    version: z.string().meta({ description: "Parley's version" }),
  })
  .meta({ id: "Alive" });

const reach = z.enum(["ok", "unreachable"]);

const Readiness = z
  .object({
    status: z.literal("ready").meta({ description: "All that it needs is there" }),
    checks: z
      .object({ temporal: reach.meta({ description: "Temporal" }), dynamodb: reach.meta({ description: "The table" }) })
      .meta({ description: "What it needs" }),
  })
  .meta({ id: "Readiness" });

const CHECK_MS = 2_000;

const isAlive = defineRoute({
  at: "GET /healthz",
  place: "none",
  operationId: "isAlive",
  tag: "Health",
  summary: "Is the process alive",
  query: null,
  isJson: false,
  replies: { 200: json(Alive, "It is") },
  answer: (c, { settings }) => c.json({ status: "alive" as const, version: settings.version }, 200),
});

const isReady = defineRoute({
  at: "GET /readyz",
  place: "none",
  operationId: "isReady",
  tag: "Health",
  summary: "Do Temporal and DynamoDB answer",
  query: null,
  isJson: false,
  replies: { 200: json(Readiness, "Both do") },
  async answer(c, services) {
    const [temporal, dynamodb] = await Promise.all([
      reachability(() => temporalAnswers(services)),
      reachability(() => services.store.ping()),
    ]);
    const checks = { temporal, dynamodb };
    const silent = [...(temporal === "ok" ? [] : ["Temporal"]), ...(dynamodb === "ok" ? [] : ["DynamoDB"])];
    if (silent.length > 0)
      throw new ParleyError("unavailable", `${silent.join(" and ")} cannot be reached`, { checks });
    return c.json({ status: "ready" as const, checks }, 200);
  },
});

export const healthRoutes = [isAlive, isReady];

async function temporalAnswers({ temporal, settings: { namespace } }: Services): Promise<void> {
  const { workflowService } = temporal.connection;
  await temporal.withDeadline(Date.now() + CHECK_MS, () => workflowService.describeNamespace({ namespace }));
}

async function reachability(check: () => Promise<unknown>): Promise<"ok" | "unreachable"> {
  const { promise: late, resolve } = Promise.withResolvers<"unreachable">();
  const timer = setTimeout(resolve, CHECK_MS + 500, "unreachable");
  const answer = check().then(
    () => "ok" as const,
    () => "unreachable" as const,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
