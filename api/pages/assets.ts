/**
 * The files of the pages, as `bundle.pages.ts` makes them. Their common address changes with their content, so browsers
 * cache them for good and never mix versions.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { PageFile } from "./bundle.pages.ts";

/** A Parley that was built has them here. */
const SERVED = fileURLToPath(new URL("./served/", import.meta.url));
const isBuilt = existsSync(SERVED);
const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
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

let loaded: Promise<Assets> | undefined;

/** Reads or makes the files at the first call. */
export function assets(): Promise<Assets> {
  loaded ??= load();
  return loaded;
}

/** The pages' style sheet. */
export function pageStyle(): string {
  return readFileSync(isBuilt ? join(SERVED, "parley.css") : new URL("./browser/parley.css", import.meta.url), "utf8");
}

async function load(): Promise<Assets> {
  const files = new Map(isBuilt ? builtFiles() : await (await import("./bundle.pages.ts")).bundlePages());
  const all = createHash("sha256");
  for (const [name, body] of files) all.update(`${name}\0${body.length}\0`).update(body);
  const found = new Map([...files].map(([name, body]) => [name, assetOf(name, body)] as const));
  return {
    version: all.digest("hex").slice(0, 16),
    find: (name) => found.get(name),
    modulesOf: (entry) => [...importsOf(entry, files)],
  };
}

function builtFiles(): PageFile[] {
  const all = readdirSync(SERVED, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const files = all.filter((name) => /\.(js|css)$/.test(name)).toSorted();
  return files.map((name) => [name, new Uint8Array(readFileSync(join(SERVED, name)))]);
}

/** Finds static imports. Dynamic ones are left out. */
function importsOf(name: string, files: Map<string, Uint8Array>, seen = new Set<string>()): Set<string> {
  const text = Buffer.from(files.get(name) ?? []).toString();
  for (const [, path = ""] of text.matchAll(/\b(?:import|from)"(\.[^"]+)"/g)) {
    const next = new URL(path, `file:///${name}`).pathname.slice(1);
    if (!files.has(next) || seen.has(next)) continue;
    seen.add(next);
    importsOf(next, files, seen);
  }
  return seen;
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
