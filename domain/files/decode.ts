/** The text of a file's bytes. */
import { ParleyError } from "../errors.ts";

/** C0 controls other than tab, line feed, form feed and carriage return. NUL is refused before. */
// oxlint-disable-next-line no-control-regex -- it matches controls on purpose
const CONTROLS = /[\u0001-\u0008\u000b\u000e-\u001f\u007f]/g;
/** Bytes at the beginning of a page in which its encoding stands (HTML standard, 4.2.5.4). */
const CHARSET_WITHIN = 1_024;
const CHARSET = /charset=["']?([a-z0-9_-]{1,40})/i;

/**
 * By its byte order mark; else UTF-8; else what a page names; else Windows-1252, as old spreadsheets write it. Throws
 * `unsupported-media-type` for what is no text.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes);
  if (text.includes("\0")) throw binary();
  return text.replaceAll(CONTROLS, "");
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return strictly("utf-16le", bytes) ?? refuse();
  if (first === 0xfe && second === 0xff) return strictly("utf-16be", bytes) ?? refuse();
  if (bytes.includes(0)) throw binary();
  return strictly("utf-8", bytes) ?? older(bytes);
}

/** Binary data nearly always has a control character; old texts have none. */
function older(bytes: Uint8Array): string {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, CHARSET_WITHIN));
  const named = CHARSET.exec(head)?.[1] ?? "windows-1252";
  const text = strictly(named, bytes) ?? strictly("windows-1252", bytes) ?? refuse();
  if (text.search(CONTROLS) >= 0) throw binary();
  return text;
}

/** null for bytes that are not in this encoding, and for an encoding that nobody knows. */
function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
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
