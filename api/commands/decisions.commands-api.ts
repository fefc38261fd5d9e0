/** The owner decides how a debate that waits for a decision continues. */
import { z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { modelProblems } from "../../domain/play/beginning/checks.beginning.ts";
import { standingOf } from "../../domain/play/faults/decisions.faults.ts";
import { faultsOf } from "../../domain/rules/request/faults.request.ts";
import { DecideRequest } from "../../domain/shapes/schemas/decision.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { illegal } from "../base/illegal.ts";
import type { Services } from "../base/services.ts";
import { readJson } from "../http/body.http.ts";
import { debateReply } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { giveAndShow } from "./commands.routes.ts";
import { ACCEPTED, lateCommand } from "./late.commands-api.ts";

export const decide = defineRoute({
  at: "POST /v1/debates/{id}/decisions/{decisionId}",
  place: "commands",
  mayBeLate: true,
  operationId: "decide",
  tag: "Commands",
  summary: "Choose an option of the decision that the debate waits for",
  body: DecideRequest,
  replies: { 200: debateReply("The debate after the decision"), 202: ACCEPTED },
  refuses: ["illegal-transition"],
  async answer(c, services) {
    const record = await services.debates.requested(c);
    const { decisionId } = c.req.valid("param");
    const input = { ...requireChoice(await readJson(c), services), decisionId };
    const require = () => requireOpenDecision(record, decisionId);
    const call = { record, command: "decide" as const, input };
    const late = lateCommand(c, services, call, require);
    return late ? c.json(await late(), 202) : c.json(await giveAndShow(c, services, call, require), 200);
  },
});

/** Throws `not-found` for an unknown decision, `illegal-transition` for one that is no longer open. */
function requireOpenDecision({ state }: DebateRecord, decisionId: string): void {
  const standing = standingOf(state, decisionId);
  if (standing === "unknown")
    throw new ParleyError("not-found", `this debate has no decision ${decisionId.slice(0, 80)}`);
  if (standing !== "open") throw illegal(`${decisionId} is no longer open`, state);
}

/** Throws `invalid-request` with every problem. The workflow checks that the option exists. */
export function requireChoice(body: unknown, { catalogue }: Services): z.infer<typeof DecideRequest> {
  const parsed = z.safeParse(DecideRequest, body);
  const model = parsed.data?.params?.["model"];
  const unfit = typeof model === "string" ? modelProblems(model, "/params/model", catalogue) : [];
  const errors = [...(parsed.success ? [] : faultsOf(parsed.error)), ...unfit];
  if (parsed.success && errors.length === 0) return parsed.data;
  throw new ParleyError("invalid-request", "the decision is not valid", { errors });
}
