/** Which files of tests may notice a change: those that run the function around it. */
import { readFile } from "node:fs/promises";
import type { Site } from "./sites.ts";

/** What a file of tests has run: the functions' files, with their first and last offsets. */
export interface Traced {
  test: string;
  ran: [file: string, start: number, end: number][];
}

export async function readTrace(path: string): Promise<Traced[]> {
  const text = await readFile(path, "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Traced);
}

/**
 * Those that run few functions first. Of a change outside of functions, which is made once for all files of a process: those
 * that run any function of its file.
 */
export function testsOf({ file, start, end }: Site, traced: Traced[]): string[] {
  const around = traced
    .flatMap(({ ran }) => ran)
    .filter(([path, from, to]) => path === file && from > 0 && from <= start && end <= to);
  const length = Math.min(...around.map(([, from, to]) => to - from));
  const covers = ([path, from, to]: Traced["ran"][number]) =>
    path === file && (around.length === 0 || (from <= start && end <= to && to - from === length));
  const covering = traced.filter(({ ran }) => ran.some(covers));
  const byBreadth = covering.toSorted((a, b) => a.ran.length - b.ran.length);
  return [...new Set(byBreadth.map(({ test }) => test))];
}
