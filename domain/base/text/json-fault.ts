/**
 * Where a text stops being JSON: engines name a place for some faults only. Ours, since `jsonc-parser` calls itself for
 * each bracket and overflows the stack at 200,000 of them.
 */

const SPACE = /[ \t\n\r]*/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Wanted = "value" | "value or ]" | "name" | "name or }" | ":" | ", or end";

/** "line 3, column 14", both from 1, of a text that `JSON.parse` refuses. */
export function placeOfFault(text: string): string {
  const before = text.slice(0, faultAt(text)).split("\n");
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

/** The index of what no JSON goes on with. Without recursion: brackets may be nested as deep as a body is long. */
function faultAt(text: string): number {
  const open: ("}" | "]")[] = [];
  let wanted: Wanted = "value";
  let at = after(SPACE, text, 0) ?? 0;
  while (at < text.length) {
    const next: Wanted | null = stepFrom(text[at] ?? "", wanted, open);
    const end = next === null ? scalarEnd(text, at, wanted) : at + 1;
    if (end === null) return at;
    wanted = next ?? (wanted.startsWith("name") ? ":" : ", or end");
    at = after(SPACE, text, end) ?? end;
  }
  return at;
}

/** What is wanted after a bracket, comma or colon that may stand here; null: none may. */
function stepFrom(char: string, wanted: Wanted, open: ("}" | "]")[]): Wanted | null {
  const isValue = wanted.startsWith("value");
  if (isValue && (char === "{" || char === "[")) {
    open.push(char === "{" ? "}" : "]");
    return char === "{" ? "name or }" : "value or ]";
  }
  const closes = wanted === ", or end" || wanted === (char === "}" ? "name or }" : "value or ]");
  if (closes && open.length > 0 && char === open.at(-1)) {
    open.pop();
    return ", or end";
  }
  if (wanted === ":" && char === ":") return "value";
  if (wanted === ", or end" && char === "," && open.length > 0) return open.at(-1) === "}" ? "name" : "value";
  return null;
}

function scalarEnd(text: string, at: number, wanted: Wanted): number | null {
  if (text[at] === '"') return wanted.startsWith("value") || wanted.startsWith("name") ? stringEnd(text, at) : null;
  return wanted.startsWith("value") ? after(PLAIN, text, at) : null;
}

/** null: it has no end, or something that no string may have. A loop, since it may be 16 MiB long. */
function stringEnd(text: string, start: number): number | null {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    const next = text[at] === "\\" ? after(ESCAPE, text, at) : (text[at] ?? "") < " " ? null : at + 1;
    if (next === null) return null;
    at = next;
  }
  return at < text.length ? at + 1 : null;
}

function after(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
