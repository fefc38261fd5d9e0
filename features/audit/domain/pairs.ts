/** Pairs of arguments for an audit, one JSON object a line. */
import { z } from "zod";
import { issueText } from "../../../domain/rules/request/issue-text.ts";
import { Topic } from "../../../domain/rules/request/texts.ts";
import { parseModel } from "../../../domain/shapes/catalogue/catalogue.ts";
import { familyOf } from "../../../domain/shapes/catalogue/family.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import { notBlank } from "../../../domain/shapes/schemas/bounds.ts";

const MOST_CHARACTERS = 20_000;
export const argument = notBlank(MOST_CHARACTERS);
const author = notBlank(200);

const AuditPair = z
  .strictObject({
    topic: Topic,
    a: argument,
    b: argument,
    /** Missing: unknown. */
    better: z.enum(["a", "b", "tie"]).optional(),
    /** The text that is written more persuasively, whether it is right or wrong. */
    fluent: z.enum(["a", "b"]).optional(),
    /** Who wrote each: provider/model, or another name, such as `human`, that counts as a family of its own. */
    by: z.strictObject({ a: author, b: author }).optional(),
  })
  .refine(({ a, b }) => a.trim() !== b.trim(), "a and b must not be the same text")
  .refine(({ fluent, better }) => !fluent || better === "a" || better === "b", "fluent needs a better one, a or b");
export type AuditPair = z.infer<typeof AuditPair>;

/** The side that the judge's family wrote, if it wrote just one of them. */
export function ownSide({ by }: Pick<AuditPair, "by">, judge: ModelRef): "a" | "b" | null {
  if (!by) return null;
  const [isA, isB] = [by.a, by.b].map((name) => writerFamily(name) === familyOf(judge));
  if (isA === isB) return null;
  return isA ? "a" : "b";
}

function writerFamily(name: string): string {
  const model = parseModel(name.trim());
  return model ? familyOf(model) : name.trim().toLowerCase();
}

/** As a pair like any other, for whoever asks nothing but which text is better. */
export function withoutFluent({ fluent: _wording, ...pair }: AuditPair): AuditPair {
  return pair;
}

export type PairsReading = { ok: true; pairs: AuditPair[] } | { ok: false; faults: string[] };

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
