/**
 * The pages as browsers get them: few files instead of hundreds, since each costs 300 bytes of headers on the line. Each
 * page and each module that it loads later is a file; what several of them share is a part. A Parley that was built has
 * the files beside itself (`writePages`); one that runs from its sources makes them at the first request.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OWN = join(ROOT, "api/pages/browser");
const STYLE = "parley.css";
/** A part that is smaller joins another one: a page that does not need it loads it too, which costs less than a file. */
const SMALL_BYTES = 300;

/** Names are relative to the common address. */
export type PageFile = [name: string, body: Uint8Array<ArrayBuffer>];

/** Bundles the modules, which takes a quarter of a second. */
export async function bundlePages(): Promise<PageFile[]> {
  const bundle = await rolldown({
    input: Object.fromEntries(entries().map((source) => [nameOf(source), join(ROOT, source)])),
    platform: "browser",
  });
  const { output } = await bundle.generate({
    minify: true,
    comments: false,
    entryFileNames: "[name].js",
    chunkFileNames: "part-[hash].js",
    codeSplitting: {
      groups: [{ name: "part", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SMALL_BYTES }],
    },
  });
  await bundle.close();
  const modules = output.flatMap((file): PageFile[] =>
    file.type === "chunk" ? [[file.fileName, new TextEncoder().encode(file.code)]] : [],
  );
  return [...modules, [STYLE, new Uint8Array(readFileSync(join(OWN, STYLE)))]];
}

/** Writes the files to a folder, where a built Parley finds them. */
export async function writePages(folder: string): Promise<void> {
  for (const [name, body] of await bundlePages()) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
}

/** Pages, and modules that are loaded later: their names stay, so that a page from before an upgrade finds them too. */
function entries(): string[] {
  const sources = globSync("{api/pages/browser/**,features/*/pages}/*.ts", { cwd: ROOT });
  const later = sources.flatMap((name) => {
    const code = readFileSync(join(ROOT, name), "utf8").replaceAll("typeof import", "");
    return [...code.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, path = ""]) => join(dirname(name), path));
  });
  return [...new Set([...sources.filter((name) => name.endsWith("-page.ts")), ...later])].toSorted();
}

/** `live/story.live` of the kernel's modules, `experiment-page` of a feature's: no two modules have one name. */
function nameOf(source: string): string {
  return source.replace(/^(api\/pages\/browser|features\/\w+\/pages)\//, "").replace(/\.ts$/, "");
}
