/** Headers as OpenTelemetry's variables write them: `name=value` pairs with commas between, values percent-encoded. */
const PAIR = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/;

/** null: they are written otherwise. */
export function parseHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(",").map((pair) => PAIR.exec(pair));
  const found = pairs.flatMap((pair) => (pair ? [[pair[1] ?? "", decoded(pair[2] ?? "")] as const] : []));
  return found.length === pairs.length ? Object.fromEntries(found) : null;
}

/** What is no percent-encoding is taken as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
