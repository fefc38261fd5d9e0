/** Adobe's CMaps, in PDF.js's form: which characters the codes of a CJK font mean that a PDF does not contain. */
import { brotliDecompressSync } from "node:zlib";
import cmaps from "./cmaps.json" with { type: "json" };

const ENDING = /\.bcmap$/;

/** Unpacked with the first PDF that needs one; they have 1.2 MB. */
let maps: Map<string, Uint8Array> | undefined;

/** PDF.js asks it for everything that its files beside itself would have. There are CMaps alone. */
export class CMapsAlone {
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
