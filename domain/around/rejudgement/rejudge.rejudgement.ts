/** Checks whether another judge can rule on a debate, and a request for one. */

import { isObject } from "../../base/is-object.ts";
import { judgeProblems } from "../../play/beginning/checks.beginning.ts";
import { judgeWarnings } from "../../play/beginning/configure.beginning.ts";
import { judgeOf } from "../../play/beginning/speakers-and-judge.ts";
import { FORMATS_BY_NAME } from "../../rules/formats/registry.format.ts";
import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import type { DebateRequest } from "../../rules/request/debate-request.ts";
import { faultsOf } from "../../rules/request/faults.request.ts";
import { foreignFields } from "../../rules/seats/format-problems.ts";
import { withUsualModels } from "../../rules/seats/usual-models.ts";
import { type Catalogue, modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig, JudgeConfig } from "../../shapes/plan/config.plan.ts";
import { unique } from "../../shapes/problems.shape.ts";
import type { Problem, Warning } from "../../shapes/schemas/faults.schema.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { RejudgeRequest } from "./rejudgement.ts";

type CheckedJudge = { judge: JudgeConfig; warnings: Warning[] } | { judge: null; problems: Problem[] };

/** Checks `{ judge }` like the judge of a new debate, and completes it with defaults. */
export function checkRejudge(body: unknown, config: DebateConfig, catalogue: Catalogue): CheckedJudge {
  const participants = config.participants.map((p) => ({ name: p.name, model: modelId(p) }));
  const { body: sent, taken } = withUsualJudge(body, participants, catalogue);
  const parsed = RejudgeRequest.safeParse(sent);
  if (!parsed.success) return { judge: null, problems: faultsOf(parsed.error) };
  const { format } = config;
  const request: Pick<DebateRequest, "format" | "judge" | "participants"> = { format, participants, ...parsed.data };
  const foreign = foreignFields(FORMATS_BY_NAME[format], { judge: parsed.data.judge });
  const problems = unique([...foreign, ...lateProblems(parsed.data.judge), ...judgeProblems(request, catalogue)]);
  const judge = judgeOf(request, catalogue);
  if (problems.length > 0 || !judge) return { judge: null, problems };
  return { judge, warnings: [...taken, ...judgeWarnings({ judge, participants: config.participants }, catalogue)] };
}

/** The body with models for the judge's uses, chosen beside those of the participants. */
function withUsualJudge(body: unknown, participants: object[], catalogue: Catalogue) {
  if (!isObject(body) || !("judge" in body)) return { body, taken: [] };
  const { body: named, taken } = withUsualModels({ judge: body.judge, participants }, catalogue);
  return { body: { ...body, judge: (named as typeof body).judge }, taken };
}

/** Another judge reads what the debate has read, when all has been said. */
const LATE = {
  tools: "another judge looks nothing up",
  maxToolCalls: "another judge looks nothing up",
  guides: "another judge guides nobody: the debate is over",
  quorum: "a rejudgement waits for its whole panel",
} as const;

function lateProblems(judge: RejudgeRequest["judge"]): Problem[] {
  return (Object.keys(LATE) as (keyof typeof LATE)[])
    .filter((field) => judge[field] !== undefined)
    .map((field) => ({ pointer: `/judge/${field}`, detail: LATE[field] }));
}

/** Why no judge can rule on this completed debate; null if one can. */
export function unruleable({ format }: Pick<DebateConfig, "format">, state: DebateState): string | null {
  if (protocolOf({ format }).conclusion.type !== "verdict")
    return `${format} has no verdict that another judge could give`;
  return state.wholeTurns > 0 ? null : "nobody has said anything that a judge could rule on";
}

/**
 * How the debate ended, for its judges' prompts.
 *
 * @example
 * endingOf({ status: "cancelled" }) // → "owner"
 */
export function endingOf({ endedBy, status }: Pick<DebateState, "endedBy" | "status">): EndedBy {
  return endedBy ?? (status === "cancelled" ? "owner" : "policy");
}
