/** Reads the text of a JSON object's first field while the object is still being written. */

import { wellFormed } from "./well-formed.ts";

/** The object may stand in a code fence. */
const OPENING = /^[^{]*\{\s*"([^"\\]*)"\s*:\s*"/;
/** Characters within which the field must begin. */
const LONGEST_OPENING = 1_000;
/** Up to the string's end, or to an escape that is not whole yet. */
const WHOLE = /^(?:[^"\\]|\\(?:[^u]|u[0-9a-fA-F]{4}))*/;
const HALF_OF_A_PAIR = /[\ud800-\udbff]$/;

/**
 * Returns a function that takes the pieces of an answer and passes on what they add to the field's text. It passes on
 * nothing when the first field has another name, and nothing more after a fault: the reader of the whole reports it.
 */
export function createProseReader(field: string, say: (text: string) => void): (piece: string) => void {
  let opened = false;
  let over = false;
  let waiting = "";
  let half = "";

  function open(): void {
    const opening = OPENING.exec(waiting);
    if (opening) {
      opened = true;
      over = opening[1] !== field;
      waiting = waiting.slice(opening[0].length);
    } else over = waiting.length > LONGEST_OPENING;
  }

  function pass(): void {
    const [raw = ""] = WHOLE.exec(waiting) ?? [];
    waiting = waiting.slice(raw.length);
    const text = unescaped(raw);
    over = text === null || waiting.startsWith('"');
    if (text === null) return;
    const added = half + text;
    // A character may be two escapes, which come in two pieces.
    half = over ? "" : (HALF_OF_A_PAIR.exec(added)?.[0] ?? "");
    const said = added.slice(0, added.length - half.length);
    if (said !== "") say(wellFormed(said));
  }

  return (piece) => {
    if (over) return;
    waiting += piece;
    if (!opened) open();
    if (opened && !over) pass();
  };
}

/** null: it is no JSON string. */
function unescaped(raw: string): string | null {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return null;
  }
}
