/** Content negotiation by `Accept` (RFC 9110, section 12.5.1). */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { AppEnv } from "../base/context.api-base.ts";

interface Range {
  type: string;
  subtype: string;
  q: number;
}

/** The best of `offers`, which are in our order of preference. null if none is acceptable. */
export function negotiate<T extends string>(accept: string | undefined, offers: readonly T[]): T | null {
  const ranges = rangesOf(accept);
  const rated = offers.map((offer) => ({ offer, q: qualityOf(offer, ranges) })).filter(({ q }) => q > 0);
  return rated.toSorted((a, b) => b.q - a.q)[0]?.offer ?? null;
}

/** Like `negotiate`, but throws `not-acceptable` with the available formats. */
export function requireAcceptable<T extends string>(c: Context<AppEnv>, offers: readonly T[]): T {
  const best = negotiate(c.req.header("accept"), offers);
  if (best) return best;
  throw new ParleyError("not-acceptable", `the available formats are ${offers.join(", ")}`);
}

/** For routes that answer only with JSON. */
export const answersJson = createMiddleware<AppEnv>(async (c, next) => {
  requireAcceptable(c, ["application/json"]);
  await next();
});

function rangesOf(accept: string | undefined): Range[] {
  if (!accept?.trim()) return [{ type: "*", subtype: "*", q: 1 }];
  return accept.split(",").flatMap((part) => {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const [type, subtype] = range.split("/");
    if (!type || !subtype) return [];
    const q = Number(parameters.find((p) => p.startsWith("q="))?.slice(2) ?? 1);
    return [{ type, subtype, q: Number.isNaN(q) ? 0 : Math.min(1, Math.max(0, q)) }];
  });
}

/** The most specific matching range decides, even if a general one has a higher quality. */
function qualityOf(offer: string, ranges: Range[]): number {
  const [type, subtype] = offer.split("/");
  const exact = ranges.find((r) => r.type === type && r.subtype === subtype);
  const ofType = ranges.find((r) => r.type === type && r.subtype === "*");
  const any = ranges.find((r) => r.type === "*" && r.subtype === "*");
  return (exact ?? ofType ?? any)?.q ?? 0;
}
