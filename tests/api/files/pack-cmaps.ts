/**
 * `node tests/api/files/pack-cmaps.ts FOLDER`: writes features/files/api/read/cmaps.json from an unpacked `pdfjs-dist`, which has
 * 40 MB of other things. `npm pack pdfjs-dist@6.5.438` fetches it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { brotliCompressSync } from "node:zlib";

const ENDING = ".bcmap";
/** No PDF may name these (ISO 32000-1, table 118). */
const NOT_IN_PDF = /-UTF(8|32)-/;
const WRITTEN = join(import.meta.dirname, "../../../features/files/api/read/cmaps.json");

const [, , folder = "."] = argv;
const maps = join(folder, "cmaps");
const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
const names = readdirSync(maps)
  .filter((file) => file.endsWith(ENDING) && !NOT_IN_PDF.test(file))
  .toSorted();
const contents = names.map((file) => readFileSync(join(maps, file)));
const packed = {
  from: `${name} ${version}`,
  license: readFileSync(join(maps, "LICENSE"), "utf8").replaceAll(/^%%Copyright: ?/gm, ""),
  // In the order of their names, one after the other.
  bytes: Object.fromEntries(names.map((file, i) => [file.slice(0, -ENDING.length), contents[i]?.length])),
  brotli: brotliCompressSync(Buffer.concat(contents)).toString("base64"),
};
writeFileSync(WRITTEN, `${JSON.stringify(packed, null, 2)}\n`);
