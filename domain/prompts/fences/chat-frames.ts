/**
 * Neutralises whatever in foreign text could pass for the frame of the conversation: Parley's fence marks, control
 * tokens of chat templates, and lines that begin as a role's message. Lookalikes are treated as what they resemble.
 * Takes linear time.
 */
import { readings } from "../../base/text/look-alikes.ts";
import { replaceEach } from "../../base/text/text.ts";
import { MARKS } from "./marks.ts";

const ANGLE_TOKENS = `
  s bos eos pad unk mask sys think thinking tool_call tool_response tool_result system user assistant human
  developer start_of_turn end_of_turn start_of_role end_of_role im_start im_end im_sep endoftext endofprompt
  begin_of_text end_of_text begin_of_sentence end_of_sentence start_header_id end_header_id eot_id eom_id
`
  .trim()
  .split(/\s+/);
const SQUARE_TOKENS = ["inst", "system_prompt", "available_tools", "tool_calls", "tool_results"];
const CHAT_ROLES = ["human", "assistant", "system", "user", "developer"];
const SQUARES = "[［【〖⟦";
const OPENING = new RegExp(`[<˂ᐸᚲ‹❮𝈶＜﹤≪⋘⋖ᑄⲴⲵᑅ⪥〈⟨〈❬❰«《⟪${RegExp.escape(SQUARES)}]`, "gu");
const OPENS = new RegExp(OPENING.source, "u");
/** Blanks, slashes and their lookalikes may occur between a bracket and a name. */
const LEAD = /[\s\u2800/\\⁄∕╱⟋⧸／Ⳇⳇ⁁᜵⼃〳ノ㇓丿𝈺⫽⫻∖⟍⧵⧹⼂㇔丶﹨＼𝈏𝈻]/u;
const BAR = /[|｜￨∣ǀ│┃¦⏐⏽❘׀︱]/u;
/** Readers ignore accents and invisible joiners. */
const PASSED = /[\p{M}\p{Default_Ignorable_Code_Point}]/u;
const BREAK = /[\n\r\u2028\u2029\v\f\u0085]/u;
/** The start of a line, including what may precede a role, such as the # of a heading. */
const LINE = /(?:^|[\v\f\u0085])[\t#*_\p{Zs}]*/gmu;
/** Characters to look ahead: enough for the longest name and what follows it. */
const WINDOW = 24;

/** Replaces the opening bracket of every mark and token by an entity. */
export function withoutMarks(text: string): string {
  return replaceEach(text, OPENING, (bracket, at) => {
    const isSquare = SQUARES.includes(bracket);
    if (!opensMark(text, at + bracket.length, isSquare ? SQUARE_NAME : ANGLE_NAME)) return bracket;
    return isSquare ? "&#91;" : "&lt;";
  });
}

/** Quotes every line that begins as a role's message. */
export function withoutChatRoles(text: string): string {
  return replaceEach(text, LINE, (start, at) => (beginsPart(text, at + start.length) ? `${start}> ` : start));
}

/** A bar after the bracket is enough: `<|` begins most tokens. */
function opensMark(text: string, from: number, name: RegExp): boolean {
  const seen: Char[] = [];
  for (const char of charsFrom(text, from)) {
    if (seen.length === WINDOW || char.kind === "opening") break;
    if (seen.length === 0 && char.kind === "bar") return true;
    if (seen.length > 0 || char.kind !== "lead") seen.push(char);
  }
  return reads(seen, name);
}

function beginsPart(text: string, from: number): boolean {
  const seen: Char[] = [];
  for (const char of charsFrom(text, from)) {
    if (seen.length === WINDOW || char.isBreak) return false;
    seen.push(char);
    if (char.ways.some((way) => way.startsWith(":"))) return reads(seen, CHAT_ROLE);
  }
  return false;
}

/** Skips characters that readers ignore. */
function* charsFrom(text: string, from: number): Generator<Char> {
  for (let at = from; at < text.length; ) {
    const written = String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += written.length;
    const char = charOf(written);
    if (char.kind !== "passed") yield char;
  }
}

interface Char {
  kind: "opening" | "passed" | "lead" | "bar" | "other";
  isBreak: boolean;
  /** All readings without accents, with i and l as one letter; a single entry if all are equal. */
  ways: readonly string[];
}

const KNOWN = new Map<string, Char>();
const MOST_KNOWN = 20_000;

function charOf(written: string): Char {
  const known = KNOWN.get(written);
  if (known) return known;
  const all = readings(written).map((way) => way.replaceAll(/\p{M}/gu, "").replaceAll("i", "l"));
  const ways = all.every((way) => way === all[0]) ? all.slice(0, 1) : all;
  const char = { kind: kindOf(written), isBreak: BREAK.test(written), ways };
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(written, char);
  return char;
}

function kindOf(written: string): Char["kind"] {
  if (OPENS.test(written)) return "opening";
  if (PASSED.test(written)) return "passed";
  if (BAR.test(written)) return "bar";
  return LEAD.test(written) ? "lead" : "other";
}

function read(seen: readonly Char[], way: number): string {
  return seen.map(({ ways }) => ways[way] ?? ways[0]).join("");
}

function reads(seen: readonly Char[], pattern: RegExp): boolean {
  const most = seen.reduce((count, { ways }) => Math.max(count, ways.length), 0);
  for (let way = 0; way < most; way++) if (pattern.test(read(seen, way))) return true;
  return false;
}

/** Matches a name at the start; its underscores may be blanks, dashes or nothing. */
function beginning(names: readonly string[], end: string): RegExp {
  const plain = (word: string) => read(Array.from(word, charOf), 0);
  const written = names.map((name) => name.split("_").map(plain).join("[-_\\s▁]?"));
  return new RegExp(`^(?:${written.join("|")})${end}`, "u");
}

const END = String.raw`(?![\p{L}\p{N}])`;
const ANGLE_NAME = beginning([...MARKS, ...ANGLE_TOKENS], END);
const SQUARE_NAME = beginning(SQUARE_TOKENS, END);
const CHAT_ROLE = beginning(CHAT_ROLES, String.raw`[*_]*\s*:`);
