/** Reasoning templates: named patterns of argument, and how they are found (spec §1.9). */
export interface TemplateHit {
  id: string;
  name: string;
  /** Higher is nearer; comparable within one search only. */
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
