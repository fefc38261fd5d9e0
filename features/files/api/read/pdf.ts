/** The text of a PDF's pages. Nothing of it runs, no font is loaded, and nothing outside the file is fetched. */

import { brotliDecompressSync } from "node:zlib";
import { getResolvedPDFJS } from "unpdf";
import { MOST_PAGES, requireCharacters, unreadable } from "../../../../domain/shapes/files/limits.files.ts";
import cmaps from "./cmaps.json" with { type: "json" };
import { createMuteFonts, isGarbled } from "./pdf-fonts.ts";
import { type Piece, textOfPieces } from "./pdf-text.ts";

// What PDF.js says by its warnings alone.

interface Warnings {
  /** A font that cannot be read, or a part of the page: its text is left out. Said once of each font. */
  text: boolean;
  /** An image, none of which is decoded. */
  image: boolean;
}

const TEXT = /loadFont - \w+ failed|getTextContent - ignoring/;
const IMAGE = /Image exceeded maximum allowed size/;

/** A process reads one file at a time, so nothing else prints meanwhile. */
async function withWarnings<T>(work: (warnings: Warnings) => Promise<T>): Promise<T> {
  const { warn } = console;
  const warnings = { text: false, image: false };
  // oxlint-disable-next-line no-console -- PDF.js prints them there
  console.warn = (said: unknown) => {
    warnings.text ||= TEXT.test(String(said));
    warnings.image ||= IMAGE.test(String(said));
  };
  try {
    return await work(warnings);
  } finally {
    // oxlint-disable-next-line no-console -- as it was
    console.warn = warn;
  }
}

// Adobe's CMaps, in PDF.js's form: which characters the codes of a CJK font mean that a PDF does not contain.

const ENDING = /\.bcmap$/;

/** Unpacked with the first PDF that needs one; they have 1.2 MB. */
let maps: Map<string, Uint8Array> | undefined;

/** PDF.js asks it for everything that its files beside itself would have. There are CMaps alone. */
class CMapsAlone {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    maps ??= unpacked();
    const map = maps.get(filename.replace(ENDING, ""));
    if (!map) throw new Error("there is no such file");
    // PDF.js may take the bytes away.
    return map.slice();
  }
}

function unpacked(): Map<string, Uint8Array> {
  const bytes = brotliDecompressSync(Buffer.from(cmaps.brotli, "base64"));
  let from = 0;
  return new Map(
    Object.entries(cmaps.bytes).map(([name, length]) => [name, bytes.subarray(from, (from += length))] as const),
  );
}

type Pdfjs = Awaited<ReturnType<typeof getResolvedPDFJS>>;
type Document = Awaited<ReturnType<Pdfjs["getDocument"]>["promise"]>;
type Page = Awaited<ReturnType<Document["getPage"]>>;

export interface PdfPages {
  pages: string[];
  /** Numbers of the pages that show text which was not read, or not as what it says. */
  unreadable: number[];
}

/** Warnings too. */
const VERBOSITY = 1;
/** None is decoded. PDF.js warns of each that a page shows. */
const MOST_IMAGE_PIXELS = 0;
const CONTROLS = /[^\P{Cc}\s]/gu;
/** Lines and frames of a page without text. Letters that are drawn as outlines are more. */
const MOST_SHAPES = 20;

/** Loaded at once: a process that reads files opens none itself later. */
const { getDocument, OPS } = await getResolvedPDFJS();
const SHOWN = new Set(Object.entries(OPS).flatMap(([name, op]) => (/^(show|paint|shading)/.test(name) ? [op] : [])));

export function pdfPages(bytes: Uint8Array, pageRead: () => void): Promise<PdfPages> {
  return withWarnings(async (warnings) => {
    const document = await opened(bytes);
    if (document.numPages > MOST_PAGES) throw unreadable(`has more than ${MOST_PAGES} pages`);
    const read: PdfPages = { pages: [], unreadable: [] };
    const reader = { document, warnings, mutes: createMuteFonts() };
    let characters = 0;
    for (let n = 1; n <= document.numPages; n++) {
      const { text, isRead } = await pageText(reader, n);
      characters += text.length;
      requireCharacters(characters);
      read.pages.push(text);
      if (!isRead) read.unreadable.push(n);
      pageRead();
    }
    return read;
  });
}

async function opened(bytes: Uint8Array): Promise<Document> {
  try {
    return await getDocument({
      // PDF.js takes the bytes away, and refuses Node's buffers; the caller needs them.
      data: new Uint8Array(bytes),
      // It only has to be a name that a folder could have.
      cMapUrl: "cmaps/",
      BinaryDataFactory: CMapsAlone,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      useWasm: false,
      enableXfa: false,
      maxImageSize: MOST_IMAGE_PIXELS,
      // Which characters a font shows.
      fontExtraProperties: true,
      verbosity: VERBOSITY,
    }).promise;
  } catch (error) {
    if ((error as Error).name === "PasswordException")
      throw unreadable("is an encrypted PDF: save it without its password");
    throw unreadable("is a broken PDF");
  }
}

interface Reader {
  document: Document;
  warnings: Warnings;
  mutes: ReturnType<typeof createMuteFonts>;
}

async function pageText({ document, warnings, mutes }: Reader, n: number): Promise<{ text: string; isRead: boolean }> {
  try {
    warnings.text = false;
    const page = await document.getPage(n);
    const { items, styles } = await page.getTextContent();
    const pieces = items.filter((item) => "str" in item) as Piece[];
    const text = textOfPieces(pieces, (font) => styles[font]?.vertical ?? false);
    const isLost =
      text.trim() === ""
        ? await showsSomething(page, warnings)
        : isGarbled(pieces, await mutes(page, Object.keys(styles)));
    page.cleanup();
    // It forgets its fonts, so that it warns again of the next page's.
    if (warnings.text) await document.cleanup();
    return { text: text.replaceAll(CONTROLS, ""), isRead: !isLost && !warnings.text };
  } catch {
    throw unreadable(`is a broken PDF: page ${n} cannot be read`);
  }
}

/** Of a page without text: an image, as a scanned page is, or letters as outlines. */
async function showsSomething(page: Page, warnings: Warnings): Promise<boolean> {
  warnings.image = false;
  const { fnArray, argsArray } = await page.getOperatorList();
  const shapes = fnArray.filter((op, i) => op === OPS.constructPath && argsArray[i]?.[0] !== OPS.endPath);
  return warnings.image || fnArray.some((op) => SHOWN.has(op)) || shapes.length > MOST_SHAPES;
}
