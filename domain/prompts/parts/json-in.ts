/** JSON in what a model writes, with whatever stands around it: sentences, a fence of any spelling, a comma too many. */

import { wellFormedIn } from "../../base/text/well-formed.ts";

/** Beginnings that are tried: a text of braces must not take long. */
const MOST_TRIES = 50;

/** The values in the text, in its order: it is one as a whole, or has objects in it. Empty: it has none. */
export function jsonIn(text: string): unknown[] {
  const whole = parsed(text.trim());
  if (whole !== undefined) return [whole];
  const found: unknown[] = [];
  let tries = 0;
  for (let at = text.indexOf("{"); at >= 0 && tries < MOST_TRIES; tries++) {
    const end = endOf(text, at);
    const value = end === null ? undefined : parsed(text.slice(at, end));
    if (value !== undefined) found.push(value);
    at = text.indexOf("{", value !== undefined && end !== null ? end : at + 1);
  }
  return found;
}

/** Behind the brace that closes the one at `start`; null: none does. */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at++) {
    const c = text[at];
    if (isText) {
      if (c === "\\") at++;
      else if (c === '"') isText = false;
    } else if (c === '"') isText = true;
    else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) return at + 1;
  }
  return null;
}

/** Its texts may have escapes that stand for half a character. undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return wellFormedIn(JSON.parse(text) as unknown);
  } catch {
    const tidy = withoutLastCommas(text);
    if (tidy === text) return undefined;
    try {
      return wellFormedIn(JSON.parse(tidy) as unknown);
    } catch {
      return undefined;
    }
  }
}

/** Without commas before a closing bracket, which models write and JSON does not have. */
function withoutLastCommas(text: string): string {
  let tidy = "";
  let isText = false;
  /** A comma, and the space after it, of which it is not known yet what follows. */
  let comma: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const c = text[at] as string;
    if (!isText && comma !== null && /\s/.test(c)) {
      comma += c;
      continue;
    }
    if (comma !== null) tidy += c === "}" || c === "]" ? comma.slice(1) : comma;
    comma = null;
    if (isText && c === "\\") {
      tidy += c + (text[++at] ?? "");
      continue;
    }
    if (c === '"') isText = !isText;
    if (!isText && c === ",") comma = c;
    else tidy += c;
  }
  return tidy + (comma ?? "");
}
