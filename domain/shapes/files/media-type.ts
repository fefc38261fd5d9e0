/** What a file is: found by its content. A name that contradicts the content is refused. */
import { ParleyError } from "../../base/errors.base.ts";
import type { ImageInfo } from "../images/image-info.ts";
import type { MediaType } from "../schemas/file.schema.ts";
import { languageNamed } from "./source-code.ts";

export type ImageType = ImageInfo["mediaType"];

/** By the ending of a name. Other endings say nothing. */
const BY_ENDING: Record<string, MediaType> = {
  txt: "text/plain",
  text: "text/plain",
  log: "text/plain",
  md: "text/markdown",
  markdown: "text/markdown",
  html: "text/html",
  htm: "text/html",
  xhtml: "text/html",
  csv: "text/csv",
  tsv: "text/csv",
  json: "application/json",
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
};

const TEXTS: readonly MediaType[] = ["text/plain", "text/markdown", "text/html", "text/csv", "application/json"];

/** Where a PDF's header may begin (ISO 32000-1, annex H.3.4.1). */
const PDF_HEADER_WITHIN = 1_024;
/** First characters that tell a text's type. */
const LOOKED_AT = 1_024;
const HTML = /^\s*(?:<!--[^>]*>\s*)*<(?:!doctype\s+html|html|head|body)\b/i;

/** An image or a PDF by its first bytes; null: perhaps a text. Source code may name a PDF's header in its first lines. */
export function binaryType(bytes: Uint8Array, name = ""): MediaType | null {
  const head = latin1(bytes.subarray(0, PDF_HEADER_WITHIN));
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp";
  const isPdf = languageNamed(name) === null ? head.includes("%PDF-") : head.startsWith("%PDF-");
  return isPdf ? "application/pdf" : null;
}

export function isImage(type: MediaType): type is ImageType {
  return type.startsWith("image/");
}

/** Throws `unsupported-media-type` where the name promises another type than the content has. */
export function requireNamed(name: string, found: MediaType): void {
  const named = typeNamed(name);
  if (named !== null && named !== found) throw mismatch(name, `its content is ${found}`);
}

/** Of a text: as its name says, where source code is plain text, else as it begins. Throws `unsupported-media-type` for the name of a binary type. */
export function textType(name: string, text: string): MediaType {
  const named = typeNamed(name);
  if (named !== null && !TEXTS.includes(named)) throw mismatch(name, "its content is text");
  if (named !== null) return named;
  if (languageNamed(name) !== null) return "text/plain";
  const head = text.slice(0, LOOKED_AT);
  if (HTML.test(head)) return "text/html";
  return /^\s*[[{]/.test(head) && isJson(text) ? "application/json" : "text/plain";
}

function typeNamed(name: string): MediaType | null {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return name.includes(".") && Object.hasOwn(BY_ENDING, ending) ? (BY_ENDING[ending] ?? null) : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function mismatch(name: string, but: string): ParleyError {
  const ending = name.slice(name.lastIndexOf("."));
  return new ParleyError("unsupported-media-type", `the file's name ends in ${ending}, but ${but}`);
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
