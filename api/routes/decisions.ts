/** The owner decides what the debate waits for. */
import { createRoute, z } from "@hono/zod-openapi";
import { faultsOf, modelProblems } from "../../domain/checks.ts";
import { DecideRequest } from "../../domain/decision.ts";
import { standingOf } from "../../domain/decisions.ts";
import { ParleyError } from "../../domain/errors.ts";
import { allowedCommands } from "../../domain/lifecycle.ts";
import { Debate } from "../../domain/schemas/debate.ts";
import { situationOf } from "../../domain/state.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import { readJson } from "../body.ts";
import type { App } from "../context.ts";
import { debateAfter } from "../debate-after.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, DebateParams, debateBodyProblems, header, json, NoQuery, registerSchema } from "../openapi.ts";
import type { Services } from "../services.ts";
import { give } from "./commands.ts";

const route = createRoute({
  method: "post",
  path: "/v1/debates/{id}/decisions/{decisionId}",
  operationId: "decide",
  summary: "Decide what the debate waits for",
  tags: ["Commands"],
  middleware: answersJson,
  request: {
    params: DebateParams.extend({
      decisionId: z.string().meta({ param: { name: "decisionId", in: "path" }, examples: ["d1"] }),
    }),
    query: NoQuery,
    body: bodyOf("DecideRequest", { required: true }),
  },
  responses: {
    200: { ...json(Debate, "The debate after the decision"), headers: { ETag: header("Its version") } },
    ...debateBodyProblems(),
  },
});

export function registerDecisions(app: App, services: Services): void {
  registerSchema(app, "DecideRequest", DecideRequest);
  app.openapi(route, async (c) => {
    const { id, decisionId } = c.req.valid("param");
    const record = await services.debates.require(c.get("tenant"), id);
    requireStanding(record, decisionId);
    const choice = requireValid(await readJson(c), services);
    const outcome = await give(services, { record, command: "decide", input: { ...choice, decisionId } });
    const after = await debateAfter(c, services, { record, until: (now) => now.version >= outcome.version });
    return c.json(await services.debates.view(after), 200);
  });
}

/** Throws `not-found` for a decision that never was, `illegal-transition` for one that was made. */
function requireStanding({ state }: DebateRecord, decisionId: string): void {
  const standing = standingOf(state, decisionId);
  if (standing === "unknown")
    throw new ParleyError("not-found", `this debate has no decision ${decisionId.slice(0, 80)}`);
  if (standing === "open") return;
  throw new ParleyError("illegal-transition", `${decisionId} is no longer open`, {
    debateStatus: state.status,
    allowed: allowedCommands(situationOf(state)),
  });
}

/** Throws `invalid-request` with every fault; the workflow knows which options there are. */
function requireValid(body: unknown, { catalogue }: Services): z.infer<typeof DecideRequest> {
  const parsed = z.safeParse(DecideRequest, body);
  const model = parsed.data?.params?.["model"];
  const unfit = typeof model === "string" ? modelProblems(model, "/params/model", catalogue) : [];
  const errors = [...(parsed.success ? [] : faultsOf(parsed.error)), ...unfit];
  if (parsed.success && errors.length === 0) return parsed.data;
  throw new ParleyError("invalid-request", "the decision is not valid", { errors });
}
