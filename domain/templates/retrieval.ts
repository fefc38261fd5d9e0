/** Reasoning templates and their retrieval (docs/design/debate.md#19-exhibits-and-templates). */
export interface TemplateHit {
  id: string;
  name: string;
  /** Higher is nearer; comparable only within one search. */
  score: number;
  text: string;
}

export interface TemplateSearch {
  search(input: {
    tenant: string;
    query: string;
    topK: number;
    signal?: AbortSignal;
  }): Promise<{ method: "lexical" | "semantic" | "chroma"; items: TemplateHit[] }>;
}
