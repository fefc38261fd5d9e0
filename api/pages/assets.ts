/**
 * The files of the watch page: our own modules and the libraries they use, taken from node_modules as they are. All stand
 * below one address that changes with their content, so browsers keep them for good and never mix two versions.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const OWN = new URL("./browser/", import.meta.url);
const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};
/** Where each library is found: a file beside its package's entry. The files below `lib/` itself are for the server. */
const LIBRARIES: Record<string, [entry: string, file: string]> = {
  "lib/lit-html/lit-html.js": ["lit-html", "../lit-html.js"],
  "lib/lit-html/directive.js": ["lit-html", "../directive.js"],
  "lib/lit-html/directive-helpers.js": ["lit-html", "../directive-helpers.js"],
  "lib/lit-html/directives/guard.js": ["lit-html", "../directives/guard.js"],
  "lib/lit-html/directives/repeat.js": ["lit-html", "../directives/repeat.js"],
  "lib/marked.js": ["marked", "../lib/marked.esm.js"],
  "lib/dompurify.js": ["dompurify", "../dist/purify.min.js"],
};

type Encoding = "br" | "gzip" | "identity";
interface Encoded {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
}

interface Asset {
  type: string;
  /** The bytes in an encoding, and the strong tag of just those bytes. */
  as(encoding: Encoding): Promise<Encoded>;
}

export interface Assets {
  /** Changes whenever any of the files does. */
  version: string;
  find: (name: string) => Asset | undefined;
  /** All modules that one of them leads to, so that a page can ask for them at once. */
  modulesOf: (entry: string) => string[];
}

let loaded: Assets | undefined;

/** Reads the files when they are first needed, and keeps them. */
export function assets(): Assets {
  loaded ??= load();
  return loaded;
}

/** How the pages look. */
export function pageStyle(): string {
  return readFileSync(new URL("parley.css", OWN), "utf8");
}

function load(): Assets {
  const files = new Map(addresses().map(([name, url]) => [name, new Uint8Array(readFileSync(url))] as const));
  const all = createHash("sha256");
  for (const [name, body] of files) all.update(`${name}\0${body.length}\0`).update(body);
  const found = new Map([...files].map(([name, body]) => [name, assetOf(name, body)] as const));
  return {
    version: all.digest("hex").slice(0, 16),
    find: (name) => found.get(name),
    modulesOf: (entry) => [...importsOf(entry, files)],
  };
}

/** Reads the imports off our own files; a library's minified ones are found the same way. What is loaded later is left out. */
function importsOf(name: string, files: Map<string, Uint8Array>, seen = new Set<string>()): Set<string> {
  const text = Buffer.from(files.get(name) ?? []).toString();
  for (const [, path] of text.matchAll(/^(?:import\b|.{0,200}?\bimport)(?!\()[^"';]*["'](\.[^"']+)["']/gm)) {
    const next = new URL(path ?? "", `file:///${name}`).pathname.slice(1);
    if (!files.has(next) || seen.has(next)) continue;
    seen.add(next);
    importsOf(next, files, seen);
  }
  return seen;
}

function addresses(): [name: string, url: URL][] {
  const all = readdirSync(OWN, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const own = all.filter((name) => /\.(js|css)$/.test(name) && !name.startsWith("lib/"));
  return [
    ...own.toSorted().map((name): [string, URL] => [name, new URL(name, OWN)]),
    ...Object.entries(LIBRARIES).map(([name, [entry, file]]): [string, URL] => [
      name,
      // The entry of each package lies one folder below its root.
      new URL(file, import.meta.resolve(entry)),
    ]),
  ];
}

function assetOf(name: string, plain: Uint8Array<ArrayBuffer>): Asset {
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  const made = new Map<Encoding, Promise<Encoded>>();
  const encode = async (encoding: Encoding) => ({
    body: await ENCODERS[encoding](plain),
    etag: `"${hash}-${encoding}"`,
  });
  return {
    type: TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    as(encoding) {
      const known = made.get(encoding) ?? encode(encoding);
      made.set(encoding, known);
      return known;
    },
  };
}

const ENCODERS: Record<Encoding, (plain: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: async (plain) =>
    new Uint8Array(await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
  gzip: async (plain) => new Uint8Array(await promisify(gzip)(plain, { level: 9 })),
  identity: async (plain) => plain,
};

/** The smallest encoding that the client takes (RFC 9110 §12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding {
  const offers = (accepted ?? "").split(",").map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const takes = (name: string) =>
    offers.some(([coding, ...parameters]) => coding === name && !parameters.some((p) => /^q=0(\.0*)?$/.test(p)));
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
}
