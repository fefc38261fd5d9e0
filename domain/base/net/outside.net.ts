/** Which hosts are outside the service's own network. */

/** Special-use domain names (RFC 6761, 6762, 8375, 9476). */
const INNER_NAMES = ["localhost", "local", "localdomain", "internal", "intranet", "home.arpa", "lan", "onion", "alt"];

/** `hostname`: as `URL` writes it, or an address. True: it is in the public internet, as far as its text says. */
export function isOutside(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "").toLowerCase();
  if (host.startsWith("[")) return isGlobalV6(host.slice(1, -1));
  if (/^[\d.]+$/.test(host)) return isGlobalV4(host);
  return host.includes(".") && !INNER_NAMES.some((name) => host === name || host.endsWith(`.${name}`));
}

/** IPv4 blocks outside the public internet (IANA's special-purpose registry, and multicast). */
const RESERVED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
].map((block) => {
  const [base = "", bits = ""] = block.split("/");
  return { base: numberOf(base), size: 2 ** (32 - Number(bits)) };
});

function isGlobalV4(address: string): boolean {
  const value = numberOf(address);
  return !RESERVED_V4.some(({ base, size }) => value >= base && value < base + size);
}

function numberOf(address: string): number {
  return address.split(".").reduce((value, part) => value * 256 + Number(part), 0);
}

/**
 * Only 2000::/3 is public. That excludes `::1`, mapped and compatible IPv4, NAT64, unique local, link-local and
 * multicast addresses. Within it, Teredo and its neighbours, documentation, 6to4 and AS112 are excluded.
 */
function isGlobalV6(address: string): boolean {
  const groups = groupsOf(address);
  const [first = 0, second = 0, third = 0] = groups;
  if (first < 0x2000 || first > 0x3fff) return false;
  if (first === 0x2001 && (second < 0x200 || second === 0xdb8)) return false;
  if (first === 0x2620 && second === 0x4f && third === 0x8000) return false;
  return first !== 0x2002 && !(first === 0x3fff && second < 0x1000);
}

/** The eight groups of an address as `URL` writes it. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const numbers = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [front, back] = [numbers(head), numbers(tail ?? "")];
  return tail === undefined ? front : [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}
