/** Queries of the client's addresses, and the pages that they answer. */
export interface PageQuery {
  limit?: number;
  cursor?: string;
}

export interface PageOf<T> {
  items: T[];
  /** null on the last page. */
  nextCursor: string | null;
}

/** With its question mark; empty without parameters. A list is repeated. */
export function queryOf(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value ?? []].flat()) parameters.append(name, String(each));
  return parameters.size > 0 ? `?${parameters.toString()}` : "";
}
