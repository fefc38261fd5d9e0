/**
 * Removes characters that people do not see and models do: they split words, or hide instructions. Linear in the text.
 */
import { replaceEach } from "./text.ts";

/** Unicode's default-ignorable characters, and controls other than line breaks, tabs and page breaks. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex
  /[\p{Default_Ignorable_Code_Point}\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufff9-\ufffb]/gu;

/** Scripts whose letters change shape at a joiner or non-joiner. */
const JOINING = [
  "Arabic",
  "Syriac",
  "Nko",
  "Mandaic",
  "Mongolian",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Khmer",
  "Myanmar",
  "Tibetan",
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");

const AFTER_JOINING = new RegExp(`[${JOINING}]$`, "u");
const AFTER_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const BEFORE_EMOJI = /^\p{Extended_Pictographic}/u;
const TAKES_VARIANT = /[\p{Emoji}\p{Script=Han}\p{Script=Myanmar}\p{Sm}]$/u;

/**
 * Keeps invisible characters that change what readers see: joiners in emoji and in joining scripts, and one variation
 * selector after a character with variants.
 */
export function withoutInvisible(text: string): string {
  return replaceEach(text, UNSEEN, (char, at) => (isSeen(text, at) ? char : ""));
}

function isSeen(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0;
  const before = text.slice(Math.max(0, at - 2), at);
  // Zero-width non-joiner and joiner.
  if (code === 0x200c || code === 0x200d) {
    if (AFTER_JOINING.test(before)) return true;
    return code === 0x200d && AFTER_EMOJI.test(before) && BEFORE_EMOJI.test(text.slice(at + 1, at + 3));
  }
  if (code >= 0xfe00 && code <= 0xfe0f) return TAKES_VARIANT.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return /\p{Script=Han}$/u.test(before);
  // Mongolian's own variation selectors and vowel separator.
  return code >= 0x180b && code <= 0x180f && /\p{Script=Mongolian}$/u.test(before);
}

/** Removes the controls that change the direction of the surrounding text. */
export function withoutBidi(name: string): string {
  return name.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}
