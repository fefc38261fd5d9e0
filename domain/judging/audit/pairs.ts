/** Pairs of arguments for an audit, one JSON object a line. */
import { z } from "zod";
import { notBlank } from "../../request/bounds.ts";
import { issueText } from "../../request/issue-text.ts";
import { Topic } from "../../request/request.ts";

const MOST_CHARACTERS = 20_000;
const argument = notBlank(MOST_CHARACTERS);

const AuditPair = z
  .strictObject({
    topic: Topic,
    a: argument,
    b: argument,
    /** Missing: unknown, or neither is better. */
    better: z.enum(["a", "b"]).optional(),
  })
  .refine(({ a, b }) => a.trim() !== b.trim(), "a and b must not be the same text");
export type AuditPair = z.infer<typeof AuditPair>;

type PairsReading = { ok: true; pairs: AuditPair[] } | { ok: false; faults: string[] };

/** Parses JSON lines and ignores blank ones. Each fault names its line. */
export function readAuditPairs(text: string): PairsReading {
  const pairs: AuditPair[] = [];
  const faults: string[] = [];
  for (const [i, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    const parsed = parseLine(line);
    if (Array.isArray(parsed)) faults.push(...parsed.map((fault) => `line ${i + 1}: ${fault}`));
    else pairs.push(parsed);
  }
  if (pairs.length === 0 && faults.length === 0) faults.push("there is no pair in it");
  return faults.length > 0 ? { ok: false, faults } : { ok: true, pairs };
}

function parseLine(line: string): AuditPair | string[] {
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch {
    return ["is not JSON"];
  }
  const parsed = AuditPair.safeParse(raw);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map((issue) => [issue.path.join("."), issueText(issue)].filter(Boolean).join(" "));
}
