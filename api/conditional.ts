/** ETags of debates, made from their versions (RFC 9110 §13). */

export function etagOf({ version }: { version: number }): string {
  return `"v${version}"`;
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
