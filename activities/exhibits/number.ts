/** Gives found exhibits their numbers. One passage has one number, whoever finds it and however often. */

import { EXHIBITS } from "../../domain/play/records/kinds.record.ts";
import { plain } from "../../domain/rules/exhibits/found.ts";
import type { Exhibit, FoundExhibit } from "../../domain/shapes/schemas/exhibit.schema.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { RecordStore } from "../../store/port/records.port.ts";

/** A passage before it has a number. */
export type Finding = Omit<FoundExhibit, "id" | "number">;

/** `E999` is the highest that citations can name. */
const MOST = 999;

interface Numbering {
  debate: DebateKey;
  generation: number;
  /** How many exhibits came with the request: theirs are the first numbers. */
  given: number;
}

/**
 * The exhibits, in the order of the findings; those beyond the highest number are left out. Numbers go up without a
 * gap: whoever loses a race for one has read the winner's, and tries the next.
 */
export async function numberExhibits(
  records: RecordStore,
  { debate, generation, given }: Numbering,
  findings: Finding[],
): Promise<Exhibit[]> {
  const known = await records.list(debate, EXHIBITS, { generation });
  const exhibits: Exhibit[] = [];
  for (const finding of findings) {
    let found = known.find(({ passage }) => passage === finding.passage);
    while (!found) {
      const number = (known.at(-1)?.number ?? given) + 1;
      if (number > MOST) break;
      const wanted = { ...finding, id: `E${number}`, number };
      const stored = await records.put(debate, EXHIBITS, wanted, { generation });
      known.push(stored);
      if (stored.passage === finding.passage) found = stored;
    }
    if (found) exhibits.push(plain(found));
  }
  return exhibits;
}
