/** Messages about wrong values, for people: Zod's own are for programmers. */
import type { z } from "zod";

type Issue = z.core.$ZodIssue;

const KINDS: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a text",
};
const UNITS: Record<string, string> = { array: " items", record: " fields", string: " characters" };

/** "must be …", or "is missing; it must be …"; a schema's own message stays as it is. */
export function issueText(issue: Issue): string {
  if (issue.code === "invalid_key") return issue.issues.map(issueText).join("; ");
  if (issue.code === "invalid_union" && issue.message === "Invalid input") return unionText(issue);
  if (!/^(Invalid (input|option)|Too (big|small)): /.test(issue.message)) return issue.message;
  // An issue has no value: only Zod's message says that there was none.
  return issue.message.endsWith(", received undefined") ? `is missing; it ${reworded(issue)}` : reworded(issue);
}

/** "must be … or …": what each branch wants first. */
function unionText({ errors }: Extract<Issue, { code: "invalid_union" }>): string {
  const wants = new Set(errors.flatMap(([first]) => (first ? [issueText(first)] : [])));
  const [one = "is not valid", ...others] = wants;
  const more = others.map((text) => text.replace(/^is missing; it /, ""));
  return more.reduce(
    (said, text) => said + (text.startsWith("must be ") ? ` or ${text.slice(8)}` : `, or ${text}`),
    one,
  );
}

function reworded(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return bound(issue.origin, "at least", issue.minimum);
    case "too_big":
      return bound(issue.origin, "at most", issue.maximum);
    default:
      return issue.message;
  }
}

function bound(origin: string, side: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  return unit
    ? `must have ${side} ${limit}${Number(limit) === 1 ? unit.slice(0, -1) : unit}`
    : `must be ${side} ${limit}`;
}
