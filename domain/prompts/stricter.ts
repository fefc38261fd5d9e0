/** The end of a prompt that asks once more: what was wrong with the last answer, as data, and what to do about it. */
import { fence } from "./fence.ts";

export function stricter(faults: string[], ending: string): string[] {
  return [
    "Your last answer was refused. These were its faults:",
    fence("faults", faults.map((fault) => `- ${fault}`).join("\n")).trimEnd(),
    `Answer again. ${ending}`,
  ];
}
