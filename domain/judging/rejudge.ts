/** Whether another judge can rule over a debate, and which faults a request for one has. Pure. */
import { type Catalogue, modelId } from "../catalogue.ts";
import { faultsOf, judgeProblems, unique } from "../checks.ts";
import type { DebateConfig, JudgeConfig } from "../config.ts";
import { judgeOf, judgeWarnings } from "../configure.ts";
import type { DebateState } from "../debate-state.ts";
import { foreignFields } from "../formats/own-fields.ts";
import { FORMATS_BY_NAME } from "../formats/registry.ts";
import { RejudgeRequest } from "../rejudgement.ts";
import type { DebateRequest } from "../request.ts";
import type { Problem, Warning } from "../schemas/faults.ts";
import type { EndedBy } from "../schemas/result.ts";

type CheckedJudge = { judge: JudgeConfig; warnings: Warning[] } | { judge: null; problems: Problem[] };

/** Every fault of `{ judge }`, as of a judge in a request for a debate; without any, the judge with its defaults. */
export function checkRejudge(body: unknown, config: DebateConfig, catalogue: Catalogue): CheckedJudge {
  const parsed = RejudgeRequest.safeParse(body);
  if (!parsed.success) return { judge: null, problems: faultsOf(parsed.error) };
  const { format } = config;
  const participants = config.participants.map((p) => ({ name: p.name, model: modelId(p) }));
  const request: Pick<DebateRequest, "format" | "judge" | "participants"> = { format, participants, ...parsed.data };
  const rules = { name: format, protocol: FORMATS_BY_NAME[format].protocol };
  const foreign = foreignFields(rules, { judge: parsed.data.judge });
  const problems = unique([...foreign, ...judgeProblems(request, catalogue)]);
  const judge = judgeOf(request, catalogue);
  if (problems.length > 0 || !judge) return { judge: null, problems };
  return { judge, warnings: judgeWarnings({ judge, participants: config.participants }, catalogue) };
}

/** Why nobody can rule on it; null when somebody can. It is over. */
export function unruleable({ format }: Pick<DebateConfig, "format">, state: DebateState): string | null {
  if (FORMATS_BY_NAME[format].protocol !== "judged") return `${format} has no verdict that another judge could give`;
  return state.wholeTurns > 0 || hasOnlyAnswers(state) ? null : "nobody has said anything that a judge could rule on";
}

/** No round was held, and all there is to rule on are the answers that were given alone before it. */
export function hasOnlyAnswers({ wholeTurns, controlArm }: Pick<DebateState, "wholeTurns" | "controlArm">): boolean {
  return wholeTurns === 0 && (controlArm?.whole ?? 0) >= 2;
}

/** How the debate ended, as its judges are told. */
export function endingOf({ endedBy, status }: Pick<DebateState, "endedBy" | "status">): EndedBy {
  return endedBy ?? (status === "cancelled" ? "owner" : "policy");
}
