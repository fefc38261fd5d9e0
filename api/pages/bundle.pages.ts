/**
 * The pages as browsers get them: few files instead of hundreds, since each costs 300 bytes of headers on the line. Each
 * page and each module that it loads later is a file; what several of them share is a part. A Parley that was built has
 * the files beside itself (`writePages`); one that runs from its sources makes them at the first request.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const OWN = fileURLToPath(new URL("./browser/", import.meta.url));
const STYLE = "parley.css";

/** Names are relative to the common address. */
export type PageFile = [name: string, body: Uint8Array<ArrayBuffer>];

/** Bundles the modules, which takes a fifth of a second. */
export function bundlePages(): PageFile[] {
  const { outputFiles } = buildSync({
    entryPoints: entries().map((name) => join(OWN, name)),
    outbase: OWN,
    outdir: OWN,
    write: false,
    bundle: true,
    splitting: true,
    chunkNames: "part-[hash]",
    format: "esm",
    target: "es2024",
    minify: true,
    legalComments: "none",
  });
  const modules = outputFiles.map(
    ({ path, contents }): PageFile => [relative(OWN, path).replaceAll("\\", "/"), new Uint8Array(contents)],
  );
  return [...modules, [STYLE, new Uint8Array(readFileSync(join(OWN, STYLE)))]];
}

/** Writes the files to a folder, where a built Parley finds them. */
export function writePages(folder: string): void {
  for (const [name, body] of bundlePages()) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
}

/** Pages, and modules that are loaded later: their names stay, so that a page from before an upgrade finds them too. */
function entries(): string[] {
  const sources = readdirSync(OWN, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const later = sources.flatMap((name) => {
    const code = readFileSync(join(OWN, name), "utf8").replaceAll("typeof import", "");
    return [...code.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, path = ""]) => join(dirname(name), path));
  });
  return [...new Set([...sources.filter((name) => name.endsWith("-page.ts")), ...later])].toSorted();
}
