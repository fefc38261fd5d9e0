/** What a search looks through: a reasoning template, a passage of a file, or the topic of a debate. */
export interface SearchDocument {
  id: string;
  text: string;
  name?: string;
  tags?: readonly string[];
  description?: string | undefined;
}

export type SearchMethod = "lexical" | "semantic" | "chroma";

/** Higher is nearer; comparable only within one search. */
export interface Scored {
  id: string;
  score: number;
}

/** The text that is embedded for search. */
export function searchableText({ name = "", description = "", tags = [], text }: SearchDocument): string {
  return [name, description, tags.join(", "), text].filter((part) => part.trim() !== "").join("\n");
}
