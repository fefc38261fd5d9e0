/** A conclusion that is written in the same reply as a solution or an answer. */
import type { ConclusionText } from "../../shapes/schemas/conclusion.schema.ts";
import { jsonIn } from "../parts/json-in.ts";
import type { Reading } from "../parts/prompt.prompt-part.ts";
import { readConclusion, type ShownRecord } from "./read.prompt.ts";

/** The field of the reply that it stands in. */
export const CONCLUSION = "conclusion";

interface Rules<T> {
  /** Reads the reply without its conclusion. */
  rest: (text: string) => Reading<T>;
  record: ShownRecord;
  /** The reply was refused before. Then a faulty conclusion is left out: null. */
  wasRefused: boolean;
}

export function readWithConclusion<T>(
  text: string,
  { rest, record, wasRefused }: Rules<T>,
): Reading<{ rest: T; conclusion: ConclusionText | null }> {
  const { own, inside } = parted(text);
  const first = rest(own);
  const conclusion = readConclusion(inside, record);
  if (!conclusion.ok && !wasRefused) {
    const faults = conclusion.faults.map((fault) => `${CONCLUSION}: ${fault}`);
    return { ok: false, faults: [...(first.ok ? [] : first.faults), ...faults] };
  }
  if (!first.ok) return first;
  return { ok: true, value: { rest: first.value, conclusion: conclusion.ok ? conclusion.value : null } };
}

/** The reply without the field, and the field; a reply that is no object stays whole. */
function parted(text: string): { own: string; inside: string } {
  const objects = jsonIn(text).filter((value) => typeof value === "object" && value !== null);
  const raw = objects.findLast((value) => CONCLUSION in value) ?? objects.at(-1);
  if (!raw) return { own: text, inside: "" };
  const { [CONCLUSION]: inside = null, ...own } = raw as Record<string, unknown>;
  return { own: JSON.stringify(own), inside: JSON.stringify(inside) };
}
