/** JSON with one value in a line. */
import { DEEPEST, unreadable } from "../../../../domain/shapes/files/limits.files.ts";

/** Longer ones are too long anyway, and V8 has no string for the longest. */
const INDENT = 1;

export function jsonFileText(json: string): string {
  requireShallow(json);
  return JSON.stringify(parsed(json), null, INDENT);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw unreadable("is not valid JSON");
  }
}

/** One pass without recursion, before anything else reads it. */
function requireShallow(json: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (inString) {
      if (char === BACKSLASH) at++;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === OBJECT || char === LIST) {
      if (++depth > DEEPEST) throw unreadable(`has objects and lists that are nested more than ${DEEPEST} deep`);
    } else if (char === OBJECT_END || char === LIST_END) depth--;
  }
}

const [QUOTE, BACKSLASH, OBJECT, LIST, OBJECT_END, LIST_END] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d];
