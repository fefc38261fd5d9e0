/**
 * Allowed webhook addresses: no internal ones (docs/design/api.md#25-webhooks). `URL` has already normalised decimal,
 * octal, hexadecimal and short addresses. The address that a name resolves to is checked on connecting.
 */
import { isOutside } from "../../../domain/base/net/outside.net.ts";

export interface UrlRules {
  /** For development: also http, and private and loopback addresses. */
  allowPrivate: boolean;
}

/** The fault of an address, as the end of a sentence; null if it is allowed. */
export function webhookUrlProblem(text: string, { allowPrivate }: UrlRules): string | null {
  if (!URL.canParse(text)) return "must be an absolute address, for example https://example.com/hook";
  const { protocol, username, password, hostname } = new URL(text);
  if (username !== "" || password !== "") return "must not hold a user name or a password";
  if (allowPrivate) return ["http:", "https:"].includes(protocol) ? null : "must begin with https:// or http://";
  if (protocol !== "https:") return "must begin with https://";
  return isOutside(hostname) ? null : "must not be a private, loopback or otherwise reserved address";
}
