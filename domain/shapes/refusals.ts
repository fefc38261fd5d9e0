/**
 * `ApplicationFailure.type` of a refused update. Its first detail is `{ status, allowed }` when the command is illegal, and
 * the list of problems when its input is invalid.
 */
export const REFUSED = {
  illegal: "illegal-transition",
  late: "deadline-passed",
  invalid: "invalid-request",
  stale: "precondition-failed",
  unknown: "not-found",
  tooLow: "budget-too-low",
} as const;

const TYPES: readonly string[] = Object.values(REFUSED);

/** Whether a failure of this type is the workflow's own answer. */
export function isRefusal(type: string | null | undefined): boolean {
  return TYPES.includes(type ?? "");
}
