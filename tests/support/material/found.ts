/** PDFs that an attack found: two whose errors are not where their reader awaits them, and one that grows without end. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const at = (name: string) => new URL(`./found/${name}`, import.meta.url);

export function strayErrors(): [name: string, bytes: Buffer][] {
  return ["rej-640.pdf", "rej-853.pdf"].map((name) => [name, readFileSync(at(name))]);
}

/** 81 KB: a sound file of 5 pages with 132 bytes changed. Its fonts take a gigabyte, and many seconds. */
export function growingPdf(): Buffer {
  const { base, changed } = JSON.parse(readFileSync(at("heap.json"), "utf8")) as {
    base: string;
    changed: [at: number, value: number][];
  };
  const bytes = soundPdf(base.split("/").at(-1) ?? "");
  for (const [place, value] of changed) bytes[place] = value;
  return bytes;
}

/** A file of pdf-parse's own tests. */
export function soundPdf(name: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(`pdf-parse/test/data/${name}`));
}
