/** The text of a page of HTML. Nothing of it runs or is loaded; scripts and styles are dropped. */
import { Parser } from "htmlparser2";
import { DEEPEST, requireCharacters, unreadable } from "../../../domain/files/limits.ts";

/** Elements whose content nobody reads. */
const DROPPED = new Set(
  "script style template noscript iframe object embed svg canvas audio video head select".split(" "),
);
const BLOCKS = new Set(
  "address article aside blockquote caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead title tr ul".split(
    " ",
  ),
);
const HEADING = /^h([1-6])$/;

export function htmlText(html: string): string {
  const pieces: string[] = [];
  let [depth, dropped, preformatted, characters] = [0, 0, 0, 0];
  const write = (text: string) => {
    characters += text.length;
    requireCharacters(characters);
    pieces.push(text);
  };
  const parser = new Parser({
    onopentagname(name) {
      if (++depth > DEEPEST) throw unreadable(`has elements that are nested more than ${DEEPEST} deep`);
      if (isDropped(name)) dropped++;
      if (dropped > 0) return;
      write(before(name));
      if (name === "pre") preformatted++;
    },
    ontext(text) {
      if (dropped > 0) return;
      write(preformatted > 0 ? text : text.replaceAll(/\s{1,1000}/g, " "));
    },
    onclosetag(name) {
      depth--;
      if (isDropped(name)) dropped--;
      else if (dropped === 0) {
        if (name === "pre") preformatted--;
        if (BLOCKS.has(name)) write(isTight(name) ? "\n" : "\n\n");
      }
    },
  });
  parser.end(html);
  return withoutIndents(pieces.join(""));
}

function isDropped(name: string): boolean {
  return DROPPED.has(name);
}

function isTight(name: string): boolean {
  return name === "tr" || name === "li" || name === "dt";
}

function before(name: string): string {
  const [, level] = HEADING.exec(name) ?? [];
  if (level !== undefined) return `\n\n${"#".repeat(Number(level))} `;
  if (name === "li") return "\n- ";
  if (name === "br" || name === "tr") return "\n";
  if (name === "td" || name === "th") return " | ";
  return BLOCKS.has(name) ? "\n\n" : "";
}

/** The one space that white space between two blocks becomes. */
function withoutIndents(text: string): string {
  return text.replaceAll(/\n /g, "\n");
}
