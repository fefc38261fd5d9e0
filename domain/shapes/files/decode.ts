/** The text of a file's bytes. */
import { ParleyError } from "../../base/errors.base.ts";
import { decodedAs, encodingOf, isSwitched } from "./encoding.ts";

/** C0 controls other than tab, line feed, form feed and carriage return. NUL is refused before. */
// oxlint-disable-next-line no-control-regex -- it matches controls on purpose
const CONTROLS = /[\u0001-\u0008\u000b\u000e-\u001f\u007f]/g;
/** Bytes at the beginning of a page in which its encoding stands (HTML standard, 4.2.5.4). */
const CHARSET_WITHIN = 1_024;
const CHARSET = /charset=["']?([a-z0-9_-]{1,40})/i;

/** Of so many whole characters beyond ASCII one may be damaged: then the text is UTF-8 all the same. */
const WHOLE_FOR_ONE_DAMAGED = 5;
const DAMAGED = "\ufffd";

/**
 * By its byte order mark; else UTF-8, also where a few bytes of it are damaged; else what its sender or a page names; else
 * what the bytes show. Throws `unsupported-media-type` for what is no text, and where the encoding cannot be told.
 */
export function decodeText(bytes: Uint8Array, named: string | null = null): string {
  const text = decoded(bytes, named);
  if (text.includes("\0")) throw binary();
  return text.replaceAll(CONTROLS, "");
}

function decoded(bytes: Uint8Array, named: string | null): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodedAs("utf-16le", bytes) ?? refuse();
  if (first === 0xfe && second === 0xff) return decodedAs("utf-16be", bytes) ?? refuse();
  if (bytes.includes(0)) throw binary();
  const text = decodedAs("utf-8", bytes);
  if (text !== null) return isSwitched(text) ? (decodedAs("iso-2022-jp", bytes) ?? refuse()) : text;
  return damaged(bytes) ?? older(bytes, named);
}

/** UTF-8 of which a few bytes are wrong, or that was cut in the middle of a character; else null. */
function damaged(bytes: Uint8Array): string | null {
  const text = new TextDecoder("utf-8").decode(bytes);
  let [whole, broken] = [0, 0];
  for (const character of text) {
    if (character === DAMAGED) broken += 1;
    else if (character > "\u007f") whole += 1;
  }
  return whole >= broken * WHOLE_FOR_ONE_DAMAGED ? text : null;
}

/** Binary data nearly always has a control character; old texts have none. */
function older(bytes: Uint8Array, named: string | null): string {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, CHARSET_WITHIN));
  const text = firstOf([named, CHARSET.exec(head)?.[1]], bytes);
  if ((text ?? new TextDecoder("windows-1252").decode(bytes)).search(CONTROLS) >= 0) throw binary();
  return text ?? detected(bytes);
}

function firstOf(encodings: (string | null | undefined)[], bytes: Uint8Array): string | null {
  for (const encoding of encodings) {
    const text = encoding ? decodedAs(encoding, bytes) : null;
    if (text !== null) return text;
  }
  return null;
}

function detected(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding === null)
    throw new ParleyError(
      "unsupported-media-type",
      "the text's encoding cannot be told: send UTF-8, or name it in the content type, such as text/csv; charset=windows-1251",
    );
  return decodedAs(encoding, bytes) ?? refuse();
}

function refuse(): never {
  throw binary();
}

function binary(): ParleyError {
  return new ParleyError(
    "unsupported-media-type",
    "the content is neither text nor a PDF nor an image: send text, Markdown, HTML, CSV, JSON, PDF, PNG, JPEG, WebP or GIF",
  );
}
