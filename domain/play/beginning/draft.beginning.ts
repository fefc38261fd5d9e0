/** Drafts may still lack something, but every field must have the right shape. */
import { z } from "zod";
import { DebateRequest } from "../../rules/request/debate-request.ts";
import { faultsOf } from "../../rules/request/faults.request.ts";
import { ofThoseTakingPart, pointersAsSent } from "../../rules/request/taking-part.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import { DEFAULT_DEBATE } from "../../shapes/format-names.ts";
import { capped, unique } from "../../shapes/problems.shape.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { crossChecks, partially } from "./checks.beginning.ts";
import { plannedConfig } from "./planned.ts";

type Issue = z.core.$ZodIssue;

export type CheckedDraft =
  | { request: DebateRequest; refused: []; problems: Problem[] }
  | { request: null; refused: Problem[]; problems: [] };

/**
 * Missing values and broken rules between fields are problems, which keep a draft from starting. Unknown fields, wrong
 * types and exceeded limits are refused. Missing texts become blank.
 */
export function checkDraft(body: unknown, catalogue: Catalogue): CheckedDraft {
  const parsed = DebateRequest.safeParse(body);
  const issues = parsed.success ? [] : parsed.error.issues;
  const shape = faultsOf(new z.ZodError(issues.filter((issue) => !isOpen(body, issue))));
  const refused = capped(unique(shape));
  if (refused.length > 0) return { request: null, refused, problems: [] };
  const open = faultsOf(new z.ZodError(issues.filter((issue) => isOpen(body, issue))));
  const sent = parsed.success ? parsed.data : completed(body);
  const request = ofThoseTakingPart(sent);
  const crossing = crossChecks(request, catalogue, open);
  const isWhole = parsed.success && crossing.length === 0;
  const overspent = isWhole ? plannedConfig(request, catalogue).problems : [];
  const found = pointersAsSent([...crossing, ...overspent], sent.participants);
  return { request, refused: [], problems: capped(unique([...open, ...found])) };
}

/** True if the issue says that something is missing or blank. */
function isOpen(body: unknown, issue: Issue): boolean {
  if (valueAt(body, issue.path) === undefined) return issue.path.length > 0;
  if (issue.code === "too_small") return issue.origin === "string" || issue.origin === "array";
  if (issue.code === "custom") return true;
  if (issue.code !== "invalid_union") return false;
  return issue.errors.some(
    (branch) => branch.length > 0 && branch.every((i) => isOpen(body, { ...i, path: [...issue.path, ...i.path] })),
  );
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined),
    body,
  );
}

function completed(body: unknown): DebateRequest {
  const { participants = [], ...request } = partially(body);
  const whole = participants.map((p) => ({ ...p, name: p.name ?? "", model: p.model ?? "" }));
  return { topic: "", format: DEFAULT_DEBATE.format, ...request, participants: whole };
}
