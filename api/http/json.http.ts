/** Strict JSON: refuses texts that different parsers read differently. */
import { ParleyError } from "../../domain/base/errors.base.ts";
import { placeOfFault } from "../../domain/base/text/json-fault.ts";

/** Depth of nested objects and lists: a request needs 6, an export 12. The limit makes recursion over a body safe. */
const DEEPEST = 64;
/** Fields of one object; a request has maps of 100. */
const MOST_FIELDS = 1_000;

/**
 * Throws `malformed-json` for a text that is not JSON, repeats a field or contains half a surrogate pair, and
 * `invalid-request` for one that is nested too deep or has an object with too many fields or a field `__proto__`.
 */
export function parseJson(text: string): unknown {
  const value = parse(text);
  check(text);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ParleyError("malformed-json", `the body is not valid JSON: see ${placeOfFault(text)}`);
  }
}

/** Shared by all objects without fields: in a hostile body, a set for each would cost more than the rest. */
const NO_FIELDS = new Set<string>();

/** One pass over a valid JSON text, without recursion: it may be 16 MiB of brackets or of escapes. */
function check(text: string): void {
  /** The fields of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  let expectsName = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        const string = stringOf(text.slice(at, end + 1));
        if (expectsName) addField(open, string);
        expectsName = false;
        at = end;
        break;
      }
      case "{":
      case "[":
        expectsName = text[at] === "{";
        open.push(expectsName ? NO_FIELDS : null);
        if (open.length > DEEPEST) throw refused(`objects and lists may be nested ${DEEPEST} deep at most`);
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        expectsName = open[open.length - 1] !== null;
    }
  }
}

function endOfString(text: string, start: number): number {
  let end = start;
  do end = text.indexOf('"', end + 1);
  while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}

/** `JSON.parse` silently keeps the last of two fields, and copies lose `__proto__`. */
function addField(open: (Set<string> | null)[], name: string): void {
  const fields = open.at(-1);
  if (fields?.has(name))
    throw new ParleyError("malformed-json", `the field "${name.slice(0, 80)}" appears twice in one object`);
  if (name === "__proto__") throw refused('no field may have the name "__proto__"');
  if (fields && fields.size === MOST_FIELDS) throw refused(`an object may have ${MOST_FIELDS} fields at most`);
  if (fields === NO_FIELDS) open[open.length - 1] = new Set([name]);
  else fields?.add(name);
}

function refused(detail: string): ParleyError {
  return new ParleyError("invalid-request", "the body is not valid", { errors: [{ pointer: "", detail }] });
}

function stringOf(token: string): string {
  if (!token.includes("\\")) return token.slice(1, -1);
  const string = JSON.parse(token) as string;
  if (string.isWellFormed()) return string;
  throw new ParleyError("malformed-json", "a string contains half of a surrogate pair, which is not a character");
}

/** Like `parseJson`, for UTF-8. */
export function parseBytes(bytes: Uint8Array): unknown {
  return parseJson(decode(bytes));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ParleyError("malformed-json", "the body is not valid UTF-8");
  }
}
