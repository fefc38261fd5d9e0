/** Finds the product's regular expressions: literals in its sources, and those that it builds while it runs. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Program, parseSync, Visitor } from "oxc-parser";
import { SAMPLES } from "./samples.ts";

export interface Found {
  file: string;
  line: number;
  source: string;
  flags: string;
}

interface SourceFile {
  /** From the repository's root. */
  path: string;
  text: string;
  program: Program;
}

const FOLDERS = ["domain", "workflows", "activities", "store", "api", "features", "infra"];

export async function productFiles(root: string): Promise<SourceFile[]> {
  const { stdout } = await promisify(execFile)("git", ["ls-files", "-co", "--exclude-standard", ...FOLDERS], {
    cwd: root,
  });
  const paths = stdout.split("\n").filter((path) => /\.(ts|js|mjs)$/.test(path) && !/\/lib\/|\.d\.ts$/.test(path));
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(root, path), "utf8");
      return { path, text, program: parseSync(path, text).program };
    }),
  );
}

export function literalsIn({ path, text, program }: SourceFile): Found[] {
  const found: Found[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern: source, flags } = node.regex;
      found.push({ file: path, line: lineOf(text, node.start), source, flags });
    },
  }).visit(program);
  return found;
}

/** Loads the modules that build expressions, runs their samples, and notes what each `RegExp(…)` makes. */
export async function builtIn(root: string, files: SourceFile[]): Promise<{ found: Found[]; unseen: string[] }> {
  const sites = files.flatMap(sitesIn);
  const found: Found[] = [];
  const restore = listen((at, { source, flags }) => {
    const site = sites.find(({ file, line }) => at.includes(`${pathToFileURL(join(root, file)).href}:${line}:`));
    if (site) found.push({ ...site, source, flags });
  });
  for (const file of new Set(sites.map((site) => site.file))) {
    const module: unknown = await import(pathToFileURL(join(root, file)).href);
    SAMPLES[file]?.(module);
  }
  restore();
  const isSeen = (site: Pick<Found, "file" | "line">) =>
    found.some((f) => f.file === site.file && f.line === site.line);
  return { found, unseen: sites.filter((site) => !isSeen(site)).map(({ file, line }) => `${file}:${line}`) };
}

function sitesIn({ path, text, program }: SourceFile): Pick<Found, "file" | "line">[] {
  const sites: Pick<Found, "file" | "line">[] = [];
  const note = (node: { start: number; callee: object }) => {
    if ("name" in node.callee && node.callee.name === "RegExp")
      sites.push({ file: path, line: lineOf(text, node.start) });
  };
  new Visitor({ NewExpression: note, CallExpression: note }).visit(program);
  return sites;
}

/** `note` is given the stack of whoever makes an expression. Returns what ends this. */
function listen(note: (stack: string, made: RegExp) => void): () => void {
  const { RegExp: native } = globalThis;
  const noted = (made: RegExp) => {
    note(new Error("made here").stack ?? "", made);
    return made;
  };
  globalThis.RegExp = new Proxy(native, {
    construct: (target, args: [string, string]) => noted(new target(...args)),
    apply: (target, _self, args: [string, string]) => noted(target(...args)),
  });
  return () => {
    globalThis.RegExp = native;
  };
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
