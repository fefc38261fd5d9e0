/** A small PDF whose one page unpacks to a lot of nothing. */
import { deflateRawSync } from "node:zlib";

/** Bytes that one block of zeros unpacks to; a stream has the same block many times. */
const BLOCK = 1024 * 1024;
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);
/** A last, empty block, and a checksum that nobody reaches. */
const ZLIB_END = Buffer.from([0x03, 0x00, 0, 0, 0, 0]);
/** `Z_SYNC_FLUSH`: the block ends at a byte, and more may follow. */
const SYNC_FLUSH = 2;

export function bombOf(bytes: number): Uint8Array<ArrayBuffer> {
  const block = deflateRawSync(Buffer.alloc(BLOCK, " "), { finishFlush: SYNC_FLUSH, level: 9 });
  const blocks = Array.from({ length: Math.ceil(bytes / BLOCK) }, () => block);
  return pdfWith(Buffer.concat([ZLIB_HEADER, ...blocks, ZLIB_END]), "/Filter /FlateDecode");
}

/** A PDF of one page with this stream as its content. */
export function pdfWith(stream: Buffer, filter = ""): Uint8Array<ArrayBuffer> {
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    Buffer.from("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << >> >>"),
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} ${filter} >>\nstream\n`),
      stream,
      Buffer.from("\nendstream"),
    ]),
  ];
  const parts = [Buffer.from("%PDF-1.7\n")];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [i, object] of objects.entries()) {
    const whole = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    places.push(at);
    parts.push(whole);
    at += whole.length;
  }
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n`));
  parts.push(Buffer.from(`startxref\n${at}\n%%EOF\n`));
  return new Uint8Array(Buffer.concat(parts));
}
