/** ETags of debates, and conditional requests (RFC 9110, section 13). */
import { createHash } from "node:crypto";

interface Versioned {
  version: number;
  forks?: string[] | undefined;
  twins?: string[] | undefined;
  rejudged?: string[] | undefined;
  knownOutcome?: object | undefined;
  acknowledgedAt?: string | undefined;
  waits?: { id: string; attempt: number }[] | undefined;
}

/**
 * A debate's version, and a hash of its forks, twins, rejudgements, known outcome, late acknowledgement and waiting attempts, which do not
 * change the version.
 */
export function etagOf(debate: Versioned): string {
  const { version, forks = [], twins = [], rejudged = [], knownOutcome, acknowledgedAt, waits = [] } = debate;
  const known = [...(knownOutcome ? [JSON.stringify(knownOutcome)] : []), ...(acknowledgedAt ? [acknowledgedAt] : [])];
  const beside = [...forks, ...twins, ...rejudged, ...known, ...waits.map(({ id, attempt }) => `${id}/${attempt}`)];
  return beside.length > 0
    ? `"v${version}.${createHash("sha256").update(beside.join()).digest("hex").slice(0, 8)}"`
    : `"v${version}"`;
}

/** False if `If-Match` names only other versions. Weak tags match nothing. */
export function isMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true;
  const tags = header.split(",").map((tag) => tag.trim());
  return tags.includes("*") || tags.includes(etag);
}

/** True if `If-None-Match` names this tag: the client has it already. */
export function isNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag);
}
