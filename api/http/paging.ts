/** Lists that are read page by page, with signed cursors and a `Link` to the next page. */
import type { Context } from "hono";
import type { AppEnv } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";

interface PageOf<T> {
  /** The request's query. */
  query: { limit: number; cursor?: string | undefined; [name: string]: string | number | string[] | undefined };
  /** A cursor is valid only for the same filter. */
  filter: Record<string, string | undefined>;
  /** Reads at most `query.limit` items after a place, or from the beginning. */
  read: (after: string | undefined) => Promise<{ items: T[]; next: string | null }>;
}

/** Throws `invalid-cursor`. */
export async function readPageOf<T>(
  c: Context<AppEnv>,
  { cursors, links }: Pick<Services, "cursors" | "links">,
  { query, filter, read }: PageOf<T>,
): Promise<{ items: T[]; nextCursor: string | null }> {
  const { cursor, ...rest } = query;
  const scope = { tenant: c.get("tenant"), filter };
  const { items, next } = await read(cursor === undefined ? undefined : cursors.open(cursor, scope));
  if (next === null) return { items, nextCursor: null };
  const nextCursor = cursors.sign(next, scope);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...rest, cursor: nextCursor }))
    for (const each of [value ?? []].flat()) parameters.append(name, String(each));
  c.header("Link", `<${links.to(`${c.req.path}?${parameters.toString()}`)}>; rel="next"`);
  return { items, nextCursor };
}
