/** Real PDFs, written by a library: a heading and a fact on each page. */
import Writer from "pdfkit";

export async function pdfOf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new Writer({ autoFirstPage: false, ...options });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const { promise, resolve } = Promise.withResolvers<void>();
  document.on("end", resolve);
  for (let n = 1; n <= pages; n++) {
    document.addPage().fontSize(18).text(`Chapter ${n}`).moveDown();
    document.fontSize(11).text("A city that prices its streets keeps them free. ".repeat(30)).moveDown();
    document.text(factOf(n));
  }
  document.end();
  await promise;
  return Buffer.concat(chunks);
}

export function factOf(page: number): string {
  return `The figure of page ${page} is ${page * 7}.`;
}
