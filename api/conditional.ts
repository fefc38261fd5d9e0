/** ETags of debates, made from their versions (RFC 9110 §13). */
import { createHash } from "node:crypto";

interface Versioned {
  version: number;
  forks?: string[] | undefined;
  rejudged?: string[] | undefined;
}

/** What was forked from a debate, and what other judges ruled on it, shows in it beside its version. */
export function etagOf({ version, forks, rejudged = [] }: Versioned): string {
  const beside = [...(forks ?? []), ...rejudged];
  return beside.length > 0
    ? `"v${version}.${createHash("sha256").update(beside.join()).digest("hex").slice(0, 8)}"`
    : `"v${version}"`;
}

/** True unless `If-Match` names other versions only. Weak tags match nothing. */
export function isMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true;
  const tags = header.split(",").map((tag) => tag.trim());
  return tags.includes("*") || tags.includes(etag);
}

/** True when `If-None-Match` names this tag, so that the client has it already. */
export function isNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}
