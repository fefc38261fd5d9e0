/** Which hosts are outside the service's own network. */
import ipaddr from "ipaddr.js";

/** Special-use domain names (RFC 6761, 6762, 8375, 9476). */
const INNER_NAMES = ["localhost", "local", "localdomain", "internal", "intranet", "home.arpa", "lan", "onion", "alt"];
/** All public IPv6 addresses are in it. The library takes any block that has no name for a public one. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** `hostname`: as `URL` writes it, or an address. True: it is in the public internet, as far as its text says. */
export function isOutside(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "").toLowerCase();
  if (host.startsWith("[") || /^[\d.]+$/.test(host)) return isPublic(host.replaceAll(/[[\]]/g, ""));
  return host.includes(".") && !INNER_NAMES.some((name) => host === name || host.endsWith(`.${name}`));
}

/** IANA's special-purpose registries and multicast are not public. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_V6));
}
