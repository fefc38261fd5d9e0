/** ETags of debates, made from their versions (RFC 9110 §13). */
import { createHash } from "node:crypto";

/** What was forked from a debate shows in it, beside its version. */
export function etagOf({ version, forks }: { version: number; forks?: string[] | undefined }): string {
  return forks
    ? `"v${version}.${createHash("sha256").update(forks.join()).digest("hex").slice(0, 8)}"`
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
