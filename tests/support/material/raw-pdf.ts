/** PDFs of objects written by hand: what no library that writes PDFs would make. */

interface RawPdf {
  /** Content streams, one for each page; each has fonts `/Latin`, `/Other` and the form `/Block`. */
  pages: readonly string[];
  /** The dictionary of the font `/Other`; Helvetica when left out. */
  other?: string;
  /** The content of the form `/Block`. */
  block?: string;
}

const HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

export function rawPdf({ pages, other = HELVETICA, block = "" }: RawPdf): Buffer {
  const kids = pages.map((_, i) => 6 + 2 * i);
  const resources = "<< /Font << /Latin 3 0 R /Other 4 0 R >> /XObject << /Block 5 0 R >> >>";
  const form = `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /Latin 3 0 R >> >>`;
  return document([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.map((id) => `${id} 0 R`).join(" ")}] /Count ${kids.length} >>`,
    HELVETICA,
    other,
    stream(block, form),
    ...kids.flatMap((id, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources ${resources} /Contents ${id + 1} 0 R >>`,
      stream(pages[i] ?? ""),
    ]),
  ]);
}

/** A font that the PDF does not contain, with Adobe's CMap of this name, such as `90ms-RKSJ-H`. */
export function cjkFont(cmap: string, ordering: string): string {
  const of = `/BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >>`;
  const font = `<< /Type /Font /Subtype /CIDFontType0 ${of} /DW 1000 >>`;
  return `<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${cmap} /DescendantFonts [${font}] >>`;
}

/** A text at a place, in a font. A text in angle brackets is in hexadecimal digits. */
export function shown(text: string, { x = 50, y = 700, font = "Latin" } = {}): string {
  const string = text.startsWith("<") ? text : `(${text})`;
  return `BT /${font} 12 Tf 1 0 0 1 ${x} ${y} Tm ${string} Tj ET`;
}

function stream(content: string, more = ""): string {
  return `<< ${more} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function document(objects: string[]): Buffer {
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return String(at).padStart(10, "0");
  });
  const entries = ["0000000000 65535 f ", ...offsets.map((offset) => `${offset} 00000 n `)];
  const trailer = `trailer << /Size ${entries.length} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${entries.length}\n${entries.join("\n")}\n${trailer}`, "latin1");
}
