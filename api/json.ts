/** Strict reading of a JSON text: what other readers could understand differently is refused. */
import { ParleyError } from "../domain/errors.ts";

/** Throws `malformed-json` for a text that is no JSON, names a field twice, or holds half a surrogate pair. */
export function parseJson(text: string): unknown {
  const value = parse(text);
  const twice = repeatedField(text);
  if (twice !== null)
    throw new ParleyError("malformed-json", `the field "${twice.slice(0, 80)}" stands twice in one object`);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ParleyError("malformed-json", "the body is not valid JSON");
  }
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/** The first field that an object of this valid JSON text names twice. `JSON.parse` would silently keep the last. */
function repeatedField(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  let expectsName = false;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('"')) {
      const string = stringOf(token);
      const fields = expectsName ? open.at(-1) : null;
      if (fields?.has(string)) return string;
      fields?.add(string);
      expectsName = false;
      continue;
    }
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token !== ",") open.pop();
    expectsName = (token === "{" || token === ",") && open.at(-1) instanceof Set;
  }
  return null;
}

function stringOf(token: string): string {
  if (!token.includes("\\")) return token.slice(1, -1);
  const string = JSON.parse(token) as string;
  if (string.isWellFormed()) return string;
  throw new ParleyError("malformed-json", "a string holds half of a surrogate pair, which is no character");
}
