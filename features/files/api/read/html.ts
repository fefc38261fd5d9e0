/** The text of a page of HTML. Nothing of it runs or is loaded; scripts and styles are dropped. */
import { Parser } from "htmlparser2";
import { DEEPEST, requireCharacters, unreadable } from "../../../../domain/shapes/files/limits.files.ts";

/** Elements whose content nobody reads. */
const DROPPED = new Set(
  "script style template noscript iframe object embed svg canvas audio video head select datalist rp".split(" "),
);
const BLOCKS = new Set(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p pre search section summary table tbody tfoot thead title tr ul xmp".split(
    " ",
  ),
);
/** In the line, but no part of the words around them. */
const BESIDE = new Set(
  "audio button canvas embed iframe img input meter object output progress select svg textarea video".split(" "),
);
/** A span that a style sets apart, such as `display: block`. */
const BLOCK_STYLE = /(?:^|[;\s])display\s{0,9}:\s{0,9}(?:block|flex|grid|table|list-item|flow-root)/i;
const HEADING = /^h([1-6])$/;

export function htmlText(html: string): string {
  const pieces: string[] = [];
  /** Of the open elements, whether a style makes one a block. */
  const styled: boolean[] = [];
  let [dropped, preformatted, characters] = [0, 0, 0];
  const write = (text: string) => {
    if (text === "") return;
    characters += text.length;
    requireCharacters(characters);
    pieces.push(text);
  };
  const standApart = () => {
    if (/\S/.test(pieces.at(-1)?.slice(-1) ?? "")) write(" ");
  };
  const parser = new Parser({
    onopentagname(name) {
      if (dropped === 0 && BESIDE.has(name)) standApart();
      if (styled.push(false) > DEEPEST) throw unreadable(`has elements that are nested more than ${DEEPEST} deep`);
      if (isDropped(name)) dropped++;
      if (dropped > 0) return;
      write(before(name));
      if (name === "pre") preformatted++;
    },
    onattribute(name, value) {
      if (dropped > 0 || name !== "style" || !BLOCK_STYLE.test(value)) return;
      styled[styled.length - 1] = true;
      write("\n\n");
    },
    ontext(text) {
      if (dropped > 0) return;
      write(preformatted > 0 ? text : text.replaceAll(/\s{1,1000}/g, " "));
    },
    onclosetag(name) {
      const isStyled = styled.pop() ?? false;
      if (isDropped(name)) dropped--;
      if (dropped > 0) return;
      if (name === "pre") preformatted--;
      if (BESIDE.has(name)) standApart();
      write(after(name, isStyled));
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
  // How ruby stands over its letters.
  if (name === "rt") return "(";
  return BLOCKS.has(name) ? "\n\n" : "";
}

function after(name: string, isStyled: boolean): string {
  if (name === "rt") return ")";
  if (BLOCKS.has(name)) return isTight(name) ? "\n" : "\n\n";
  return isStyled ? "\n\n" : "";
}

/** The one space that white space between two blocks becomes. */
function withoutIndents(text: string): string {
  return text.replaceAll(/\n /g, "\n");
}
