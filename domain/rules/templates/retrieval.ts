/** Reasoning templates and their retrieval (docs/design/debate.md#19-exhibits-and-templates). */
import type { Payer } from "../../shapes/payer.ts";
import type { SearchMethod } from "../retrieval/document.retrieval.ts";
import type { Template } from "./template.ts";

export interface TemplateHit {
  id: string;
  name: string;
  /** Higher is nearer; comparable only within one search. */
  score: number;
  text: string;
}

export interface TemplateSearch {
  search(
    input: Payer & {
      query: string;
      topK: number;
      signal?: AbortSignal;
    },
  ): Promise<{ method: SearchMethod; items: TemplateHit[] }>;
}

export function hitOf({ document: { id, name, text }, score }: { document: Template; score: number }): TemplateHit {
  return { id, name, score, text };
}
