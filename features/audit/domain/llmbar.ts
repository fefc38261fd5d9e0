/**
 * Files of LLMBar (Z. Zeng et al., "Evaluating large language models at evaluating instruction following", arXiv
 * 2310.07641): a JSON list of an instruction, two answers, and which of them follows it.
 */
import { z } from "zod";
import { issueText } from "../../../domain/rules/request/issue-text.ts";
import { Topic } from "../../../domain/rules/request/texts.ts";
import { type AuditPair, argument, type PairsReading } from "./pairs.ts";

const Entry = z
  .object({ input: Topic, output_1: argument, output_2: argument, label: z.literal([1, 2]) })
  .refine(
    (entry) => entry.output_1.trim() !== entry.output_2.trim(),
    "output_1 and output_2 must not be the same text",
  );

const MOST_FAULTS = 20;

/** Each fault names the place in the list, from 1. */
export function readLlmBar(text: string): PairsReading {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { ok: false, faults: ["is not JSON"] };
  }
  const parsed = z.array(Entry).min(1).safeParse(raw);
  if (parsed.success) return { ok: true, pairs: parsed.data.map(pairOf) };
  const faults = parsed.error.issues.map((issue) => {
    const [place, ...field] = issue.path;
    const where = typeof place === "number" ? `entry ${place + 1}: ${field.join(".")}` : "the list";
    return `${where} ${issueText(issue)}`.replaceAll("  ", " ");
  });
  return { ok: false, faults: faults.slice(0, MOST_FAULTS) };
}

function pairOf({ input, output_1, output_2, label }: z.infer<typeof Entry>): AuditPair {
  return { topic: input, a: output_1, b: output_2, better: label === 1 ? "a" : "b" };
}
