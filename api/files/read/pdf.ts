/** The text of a PDF's pages. Nothing of it runs, no font is loaded, and nothing outside the file is fetched. */
import { getResolvedPDFJS } from "unpdf";
import { MOST_PAGES, requireCharacters, unreadable } from "../../../domain/files/limits.ts";

type Pdfjs = Awaited<ReturnType<typeof getResolvedPDFJS>>;
type Document = Awaited<ReturnType<Pdfjs["getDocument"]>["promise"]>;

/** A gap of so many line heights begins a paragraph. */
const PARAGRAPH_GAP = 1.6;
/** Only errors. */
const VERBOSITY = 0;

/** Loaded at once: a process that reads files opens none itself later. */
const { getDocument } = await getResolvedPDFJS();

export async function pdfPages(bytes: Uint8Array, pageRead: () => void): Promise<string[]> {
  const document = await opened(bytes);
  if (document.numPages > MOST_PAGES) throw unreadable(`has more than ${MOST_PAGES} pages`);
  const pages: string[] = [];
  let characters = 0;
  for (let n = 1; n <= document.numPages; n++) {
    const text = await pageText(document, n);
    characters += text.length;
    requireCharacters(characters);
    pages.push(text);
    pageRead();
  }
  return pages;
}

async function opened(bytes: Uint8Array): Promise<Document> {
  try {
    return await getDocument({
      // PDF.js takes the bytes away, and refuses Node's buffers; the caller needs them.
      data: new Uint8Array(bytes),
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      useWasm: false,
      enableXfa: false,
      verbosity: VERBOSITY,
    }).promise;
  } catch (error) {
    if ((error as Error).name === "PasswordException")
      throw unreadable("is an encrypted PDF: save it without its password");
    throw unreadable("is a broken PDF");
  }
}

async function pageText(document: Document, n: number): Promise<string> {
  try {
    const page = await document.getPage(n);
    const { items } = await page.getTextContent();
    page.cleanup();
    return textOf(items);
  } catch {
    throw unreadable(`is a broken PDF: page ${n} cannot be read`);
  }
}

type Items = Awaited<ReturnType<Awaited<ReturnType<Document["getPage"]>>["getTextContent"]>>["items"];

/** Lines as the PDF has them, with an empty line where the gap between two is a paragraph's. */
function textOf(items: Items): string {
  let text = "";
  let lineAt: number | null = null;
  for (const item of items) {
    if (!("str" in item)) continue;
    const at = Number(item.transform[5]);
    if (text.endsWith("\n") && lineAt !== null && isGap(lineAt - at, item.height)) text += "\n";
    text += item.str;
    if (item.str !== "") lineAt = at;
    if (item.hasEOL) text += "\n";
  }
  return text;
}

function isGap(distance: number, height: number): boolean {
  return height > 0 && Math.abs(distance) > PARAGRAPH_GAP * height;
}
