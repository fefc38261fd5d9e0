/**
 * The files of the pages: our modules without types, some of the domain, and libraries from node_modules. Their common
 * address changes with their content, so browsers cache them for good and never mix versions.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const OWN = new URL("./browser/", import.meta.url);
/** In a built Parley, the modules have no types any more. */
const ENDING = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};
/** Each library's file, relative to its package's entry. The files below `lib/` are for the server. */
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
  /** The bytes in an encoding, and their strong ETag. */
  as(encoding: Encoding): Promise<Encoded>;
}

export interface Assets {
  /** Changes with any of the files. */
  version: string;
  find: (name: string) => Asset | undefined;
  /** All modules that an entry imports, so that a page can preload them. */
  modulesOf: (entry: string) => string[];
}

let loaded: Assets | undefined;

/** Reads the files at the first call. */
export function assets(): Assets {
  loaded ??= load();
  return loaded;
}

/** The pages' style sheet. */
export function pageStyle(): string {
  return readFileSync(new URL("parley.css", OWN), "utf8");
}

function load(): Assets {
  const files = new Map([...ownFiles(), ...libraries()]);
  const all = createHash("sha256");
  for (const [name, body] of files) all.update(`${name}\0${body.length}\0`).update(body);
  const found = new Map([...files].map(([name, body]) => [name, assetOf(name, body)] as const));
  return {
    version: all.digest("hex").slice(0, 16),
    find: (name) => found.get(name),
    modulesOf: (entry) => [...importsOf(entry, files)],
  };
}

/** Finds static imports, also in minified libraries. Dynamic imports are left out. */
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

/**
 * Our own files and the modules of the domain that they import, as browsers read them, by their addresses. In a built
 * Parley, the modules have no types any more. A function's package has the domain's modules among the pages.
 */
export function ownFiles(): [name: string, body: Uint8Array<ArrayBuffer>][] {
  const all = readdirSync(OWN, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const own = all.filter((name) => /\.([jt]s|css)$/.test(name) && !name.startsWith("lib/")).toSorted();
  const files = new Map(own.map((name) => [servedName(name), servedFile(name, new URL(name, OWN))] as const));
  // The map grows while it is read: modules of the domain may import others.
  for (const [name, body] of files)
    for (const module of domainImports(name, new TextDecoder().decode(body)))
      if (!files.has(module))
        files.set(module, servedFile(module, new URL(`../../${module.replace(/\.js$/, ENDING)}`, import.meta.url)));
  return [...files];
}

function servedName(name: string): string {
  return name.replace(/\.ts$/, ".js");
}

function servedFile(name: string, file: URL): Uint8Array<ArrayBuffer> {
  const body = readFileSync(file);
  return file.pathname.endsWith(".ts") || file.pathname.endsWith(".js")
    ? new TextEncoder().encode(asServed(name, body.toString()))
    : new Uint8Array(body);
}

function domainImports(name: string, module: string): string[] {
  const imports = module.matchAll(/\b(?:from |import\()"(\.[^"]+)"/g);
  const paths = [...imports].map(([, path = ""]) => new URL(path, `file:///${name}`).pathname.slice(1));
  return paths.filter((path) => path.startsWith("domain/"));
}

/** Without the comments that have lines of their own: an eighth of what our modules weigh on the line. */
function withoutComments(module: string): string {
  let isWithin = false;
  const code = module.split("\n").filter((line) => {
    const text = line.trim();
    const isBlock = isWithin || text.startsWith("/**");
    if (isBlock) isWithin = !text.endsWith("*/");
    return !isBlock && !text.startsWith("//");
  });
  return code.join("\n");
}

/** The module as JavaScript without comments, which imports the others by their addresses: the domain's are beside the pages' own. */
function asServed(name: string, module: string): string {
  const up = "../".repeat(name.split("/").length - 1);
  return withoutTypes(module).replaceAll(
    /(\b(?:from |import\()")(\.[^"]+?)(?:\.ts)?"/g,
    (_, start: string, path: string) => {
      const address = path.replace(`../../../${up}domain/`, `${up || "./"}domain/`);
      return `${start}${address.replace(/\.js$/, "")}.js"`;
    },
  );
}

function withoutTypes(module: string): string {
  // Node warns at the first call that this function may change. That is no news for readers of the log.
  // oxlint-disable-next-line typescript/unbound-method
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(withoutComments(module));
  } finally {
    process.emitWarning = emitWarning;
  }
}

function libraries(): [name: string, body: Uint8Array<ArrayBuffer>][] {
  // Each package's entry is one folder below its root.
  return Object.entries(LIBRARIES).map(([name, [entry, file]]) => [
    name,
    new Uint8Array(readFileSync(new URL(file, import.meta.resolve(entry)))),
  ]);
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

export const ENCODERS: Record<Encoding, (plain: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: async (plain) =>
    new Uint8Array(await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })),
  gzip: async (plain) => new Uint8Array(await promisify(gzip)(plain, { level: 9 })),
  identity: async (plain) => plain,
};

/** The smallest encoding that the client accepts (RFC 9110, section 12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding {
  const offers = (accepted ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((piece) => piece.trim()));
  const accepts = (name: string) =>
    offers.some(([coding, ...parameters]) => coding === name && !parameters.some((p) => /^q=0(\.0*)?$/.test(p)));
  return accepts("br") ? "br" : accepts("gzip") ? "gzip" : "identity";
}
