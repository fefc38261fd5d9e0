/** Drafts: what may still be missing, and what is not even of the right shape (spec §2.2a). */
import { z } from "zod";
import { budgetProblems } from "./budget/problems.ts";
import type { Catalogue } from "./catalogue.ts";
import { crossChecks, faultsOf, partially, unique, unlanded } from "./checks.ts";
import { configOf } from "./configure.ts";
import { DebateRequest } from "./request.ts";
import type { Problem } from "./schemas/faults.ts";

type Issue = z.core.$ZodIssue;

export type CheckedDraft =
  | { request: DebateRequest; refused: []; problems: Problem[] }
  | { request: null; refused: Problem[]; problems: [] };

/**
 * A draft may lack what it needs and break rules between fields: that is a problem to be mended before it starts.
 * Unknown fields, wrong types and what is over a limit are refused. Blanks stand for what is missing.
 */
export function checkDraft(body: unknown, catalogue: Catalogue): CheckedDraft {
  const parsed = DebateRequest.safeParse(body);
  const issues = parsed.success ? [] : parsed.error.issues;
  const early = unlanded(body);
  const shape = faultsOf(new z.ZodError(issues.filter((issue) => !isOpen(body, issue))), early);
  const refused = unique([...early, ...shape]);
  if (refused.length > 0) return { request: null, refused, problems: [] };
  const open = faultsOf(new z.ZodError(issues.filter((issue) => isOpen(body, issue))));
  const request = parsed.success ? parsed.data : completed(body);
  const overspent = parsed.success ? budgetProblems(configOf(request, catalogue), catalogue) : [];
  return { request, refused: [], problems: unique([...open, ...crossChecks(request, catalogue), ...overspent]) };
}

/** The issue says that something is missing or blank. */
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
  return { topic: "", format: "free-form", ...request, participants: whole };
}
