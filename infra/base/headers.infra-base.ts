/**
 * Parses headers as OpenTelemetry's variables: `name=value` pairs separated by commas, values percent-encoded. Ours, since
 * OpenTelemetry's own parser leaves malformed pairs out without a word, and Parley refuses to start with them.
 */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** null if malformed. */
export function parseHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(",").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return { name: name.trim(), value: value.length > 0 ? value.join("=").trim() : null };
  });
  if (!pairs.every(({ name, value }) => NAME.test(name) && value !== null)) return null;
  return Object.fromEntries(pairs.map(({ name, value }) => [name, decoded(value ?? "")]));
}

/** Invalid percent-encoding is taken literally. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
