/** What an earlier run of `npm run infra:costs` has counted, from the file that holds what it printed with `--json`. */
import { readFile } from "node:fs/promises";
import type { Case } from "../cases.ts";
import type { Counts } from "../measure.ts";

/** The file can not be used; the message says why, and what would do. */
export class CountsError extends Error {}

/** Those of `cases`, as they were counted. */
export async function countedIn(file: string, cases: Pick<Case, "name">[]): Promise<Counts> {
  const { how, debates } = await countsOf(file);
  const missing = cases.find(({ name }) => !debates.some((each) => each.name === name));
  if (missing) throw new CountsError(`${file} has no "${missing.name}"; name the debates that it has`);
  return { how, debates: debates.filter((each) => cases.some(({ name }) => name === each.name)) };
}

async function countsOf(file: string): Promise<Counts> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CountsError(`${file} can not be read (${error.code ?? "unknown"})`);
  });
  const counts = parsed(text);
  if (counts?.how && Array.isArray(counts.debates)) return counts;
  throw new CountsError(`${file} is not what --json prints: make it with npm run --silent infra:costs -- --json`);
}

/** Nothing when it is no JSON, for example because npm's own lines stand before it. */
function parsed(text: string): Counts | null {
  try {
    return JSON.parse(text) as Counts | null;
  } catch {
    return null;
  }
}
