/** Computes a folder's zipped size without writing a file. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";

/** Bytes of a zip file besides contents (APPNOTE 4.3): two headers per file, and the end record. */
const HEADERS = 30 + 46;
const END = 22;
const deflate = promisify(deflateRaw);

/** Bytes, deflated at level 9. */
export async function zippedSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const packed = await deflate(await readFile(path), { level: 9 });
      return packed.length + HEADERS + 2 * Buffer.byteLength(relative(folder, path));
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, END);
}
