/** What a schema refuses, as problems with pointers. */
import type { z } from "zod";
import { andMore, capped, MOST_PROBLEMS } from "../../shapes/problems.shape.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { knownTo, placeInModel, unknownField } from "./hints.ts";
import { issueText } from "./issue-text.ts";

/**
 * Zod's issues as problems, capped.
 *
 * @example
 * faultsOf(z.object({ topic: z.string() }).safeParse({}).error) // → [{ pointer: "/topic", detail: "is missing; it must be a text" }]
 */
export function faultsOf(error: z.ZodError): Problem[] {
  return capped(
    error.issues.flatMap((issue) => (issue.code === "invalid_union" ? unionFaults(issue) : faultOf(issue))),
  );
}

function faultOf(issue: z.core.$ZodIssue, above: PropertyKey[] = []): Problem[] {
  const pointer = pointerTo([...above, ...issue.path]);
  if (issue.code !== "unrecognized_keys") return [{ pointer, detail: issueText(issue) }];
  const first = issue.keys.slice(0, MOST_PROBLEMS);
  const unknown = first.map((key) => ({
    pointer: pointer + pointerTo([key]),
    detail: placeInModel(key, issue, pointer) ?? unknownField(key, knownTo(issue)),
  }));
  const rest = issue.keys.length - first.length;
  return rest > 0 ? [...unknown, { pointer, detail: andMore(rest) }] : unknown;
}

function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The nearest branch of a union gives the problems. */
function unionFaults(issue: Extract<z.core.$ZodIssue, { code: "invalid_union" }>): Problem[] {
  const depth = (issues: z.core.$ZodIssue[]) => Math.max(0, ...issues.map((i) => i.path.length));
  const typed = issue.errors.filter((e) => !e.some((i) => i.code === "invalid_type" && i.path.length === 0));
  const nearest = typed.toSorted((a, b) => depth(b) - depth(a))[0];
  return nearest ? nearest.flatMap((inner) => faultOf(inner, issue.path)) : faultOf(issue);
}
