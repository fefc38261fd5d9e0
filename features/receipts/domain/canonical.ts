/** Canonical JSON (RFC 8785): one text for each value, whatever the order of its fields. */
import canonicalize from "canonicalize";

/** SHA-256 of a text's UTF-8 bytes, hexadecimal. */
export type Sha256 = (text: string) => string;

/** Throws for half of a surrogate pair, which UTF-8 cannot encode. */
export function canonicalJson(value: unknown): string {
  return canonicalize(value) ?? "null";
}
