/** A tenant's answers that are known to be right or wrong. A debate has one for each source, so it never counts twice. */

import { KNOWN_CASES } from "../../domain/around/outside-records.ts";
import { ruledOf, supportOf } from "../../domain/judge/conclusion/support.ts";
import { CASE_SOURCES, type Counted, type KnownCase, knownCase } from "../../domain/judge/known-case.ts";
import { BALLOTS, RESULTS } from "../../domain/play/records/kinds.record.ts";
import type { Result } from "../../domain/shapes/schemas/result.schema.ts";
import type { DebateRecord } from "../port/debates.port.ts";
import { keyOf } from "../port/debates.port.ts";
import type { RecordStore } from "../port/records.port.ts";

/** The newest; more would change no rate by a tenth of a percent. */
const MOST = 10_000;
const PAGE = 1_000;

type Noted = Pick<DebateRecord, "tenant" | "id" | "config" | "state">;
type Known = Pick<KnownCase, "from"> & {
  /** null: that is not known, or not known any more. */
  isRight: boolean | null;
  /** Missing: as it is stored. */
  result?: Result | null;
};

/** Replaces what is known of the debate from this source. Debates whose answers have no level are not counted. */
export async function noteCase(records: RecordStore, record: Noted, { from, isRight, ...known }: Known): Promise<void> {
  const { tenant, id: debate, config } = record;
  const support = isRight === null ? null : await supportIn(records, record, known.result);
  if (support === null || isRight === null) return records.remove({ tenant }, KNOWN_CASES, { debate, from });
  await records.put({ tenant }, KNOWN_CASES, knownCase({ debate, from, isRight, config, support }));
}

export async function forgetCases(records: RecordStore, { tenant, debateId }: { tenant: string; debateId: string }) {
  for (const from of CASE_SOURCES) await records.remove({ tenant }, KNOWN_CASES, { debate: debateId, from });
}

/** The newest debates first, 10,000 cases at most. */
export async function listCases(records: RecordStore, tenant: string): Promise<KnownCase[]> {
  const cases: KnownCase[] = [];
  for (let after: KnownCase | undefined; cases.length < MOST; after = cases.at(-1)) {
    const { values, isEnd } = await records.page({ tenant }, KNOWN_CASES, { limit: PAGE, after });
    cases.push(...values);
    if (isEnd) break;
  }
  return cases;
}

/** A conclusion has it. A verdict without one, as in experiments, has the ballots that it is counted from. */
async function supportIn(records: RecordStore, record: Noted, given?: Result | null): Promise<Counted | null> {
  const { generation } = record.state;
  const result = given ?? (await records.get(keyOf(record), RESULTS, { generation }));
  if (result?.conclusion) return result.conclusion.support;
  if (result?.type !== "verdict") return null;
  const { orderCheck } = result;
  // Ballots on a twin debate are stored there. Results of early versions do not say what differed.
  if (orderCheck === undefined || orderCheck === "twin") return null;
  const ballots = await records.list(keyOf(record), BALLOTS, { generation });
  if (ballots.length === 0) return null;
  return supportOf(ruledOf(result, { ballots, orderCheck, config: record.config }));
}
