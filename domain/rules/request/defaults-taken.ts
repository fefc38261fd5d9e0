/** Warnings that name what a request left open and Parley chose: participants, roles, the judge. */
import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";
import { namedJudges, secondJudgeOf } from "../judges/second-judge.rules.ts";
import type { DebateRequest } from "./debate-request.ts";

type Filled = Pick<DebateConfig, "participants" | "judge" | "audience" | "policies" | "secondJudges">;

/** `config` is what the request became. */
export function defaultsTaken(request: DebateRequest, config: Filled): Warning[] {
  return [
    ...addedParticipants(request, config),
    ...chosenRoles(request, config),
    ...chosenJudge(request, config),
    ...chosenAudience(request, config),
    ...chosenSecondJudge(config),
  ];
}

/** Participants that were added follow those of the request. */
function addedParticipants({ participants: given }: DebateRequest, { participants }: Filled): Warning[] {
  const added = participants.slice(given.length);
  if (added.length === 0) return [];
  const who = added.map((p) => `${p.name} (${modelId(p)}) as ${p.role}`).join(", ");
  return [{ code: "participants-added", detail: `not all roles were taken, so these were added: ${who}` }];
}

function chosenRoles({ participants: given }: DebateRequest, { participants }: Filled): Warning[] {
  const chosen = participants.filter(({ role }, i) => role !== undefined && given[i] && given[i].role === undefined);
  if (chosen.length === 0) return [];
  const who = chosen.map(({ name, role }) => `${name} is ${role}`).join(", ");
  return [{ code: "roles-chosen", detail: `roles were left open: ${who}` }];
}

function chosenJudge({ judge: given }: DebateRequest, { judge }: Filled): Warning[] {
  // A panel has a warning of its own.
  if (given || !judge || judge.panel) return [];
  return [{ code: "judge-chosen", detail: `no judge was named: ${modelId(judge)} judges` }];
}

/** Who reads claims and passages beside the judges that the request names. */
function chosenSecondJudge({ judge, policies, secondJudges = [] }: Filled): Warning[] {
  const second = judge && secondJudgeOf(secondJudges, judge);
  if (!second || namedJudges({ judge, policies }).some((named) => modelId(named) === modelId(second))) return [];
  const detail = `no judge of another family was named: claims that the judge reads as contradicted by an exhibit are put to ${modelId(second)} too, in one call at most; with "claimChecks": false no claims are checked`;
  return [{ code: "second-judge-chosen", detail }];
}

/** An estimate adds what its votes are likely to cost. */
export const AUDIENCE_CHOSEN = "audience-chosen";

function chosenAudience({ audience: given }: DebateRequest, { audience }: Filled): Warning[] {
  if (given !== undefined || !audience) return [];
  const { voters, models } = audience;
  const detail = `no audience was named: ${voters} voters (${models.map(modelId).join(", ")}) vote on the motion before and after, in ${2 * voters} calls; with "audience": false the judges vote`;
  return [{ code: AUDIENCE_CHOSEN, detail }];
}
