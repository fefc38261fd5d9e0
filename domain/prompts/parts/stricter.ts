/** The end of a repeated prompt: the faults of the last reply, fenced as data, and what to do. */
import type { Fences } from "../fences/marks.ts";

export function stricter(faults: string[], { fence, ending }: Pick<Fences, "fence"> & { ending: string }): string[] {
  if (faults.length === 0) return [];
  return [
    "Your last answer was refused. These were its faults:",
    fence("faults", faults.map((fault) => `- ${fault}`).join("\n")).trimEnd(),
    `Answer again. ${ending}`,
  ];
}
