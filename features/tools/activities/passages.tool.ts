/** What a tool answered, as passages. */
import type { CallToolResult } from "@modelcontextprotocol/client";
import type { Passage } from "../../../activities/base/toolbox.ts";
import { wellFormed } from "../../../domain/base/text/well-formed.ts";

/** Characters. */
const LONGEST_PASSAGE = 4_000;
/** Passages of one answer. The rest is cut, and the last passage says so. */
const MOST_PASSAGES = 4;

const CUT = "\n(The answer goes on. The rest was cut.)";

/** Texts and links; pictures and sounds are left out. `title` where a content has none of its own. */
export function passagesOf({ content, structuredContent }: CallToolResult, title: string): Passage[] {
  const texts = content.flatMap((part): Passage[] => {
    if (part.type === "text") return [{ title, text: part.text }];
    if (part.type === "resource" && "text" in part.resource)
      return [{ title, text: part.resource.text, ...webAddress(part.resource.uri) }];
    if (part.type === "resource_link")
      return [{ title: part.title ?? part.name, text: part.description ?? "", ...webAddress(part.uri) }];
    return [];
  });
  const whole =
    texts.length === 0 && structuredContent !== undefined
      ? [{ title, text: JSON.stringify(structuredContent, null, 2) }]
      : texts;
  const pieces = whole.filter(({ text, url }) => text.trim() !== "" || url !== undefined).flatMap(inPieces);
  const kept = pieces.slice(0, MOST_PASSAGES);
  const last = kept.at(-1);
  if (last && pieces.length > kept.length) last.text = last.text.slice(0, LONGEST_PASSAGE - CUT.length) + CUT;
  return kept;
}

function webAddress(uri: string): { url?: string } {
  return /^https?:\/\//i.test(uri) && URL.canParse(uri) ? { url: uri } : {};
}

/** Cut at the last line break or blank of a piece, so that words stay whole. One more than is kept shows that there is more. */
function inPieces({ text, ...rest }: Passage): Passage[] {
  const pieces: Passage[] = [];
  let left = wellFormed(text).trim();
  do {
    const end = left.length <= LONGEST_PASSAGE ? left.length : borderIn(left.slice(0, LONGEST_PASSAGE));
    pieces.push({ ...rest, text: left.slice(0, end).trim() });
    left = left.slice(end).trim();
  } while (left !== "" && pieces.length <= MOST_PASSAGES);
  return pieces;
}

function borderIn(text: string): number {
  const at = Math.max(text.lastIndexOf("\n"), text.lastIndexOf(" "));
  return at > text.length / 2 ? at : text.replace(/[\uD800-\uDBFF]$/, "").length;
}
