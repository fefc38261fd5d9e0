/** What items of a log show of records: a writer that has read them need not read the records too. */
import type { LogEvent } from "../../domain/play/events/events.ts";
import { ASSESSMENTS, TURNS } from "../../domain/play/records/kinds.record.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { LearningRecords } from "../records/records.ts";
import { isWhole, type LogItem } from "./item.ts";
import type { LogReader } from "./reader.log.ts";

interface Learning {
  reader: LogReader;
  records: LearningRecords;
  debate: DebateKey;
}

/** Keys of events whose data is a record that stands already. */
const COMPLETED = /\/completed$/;

export async function learn({ reader, records, debate }: Learning, items: readonly LogItem[]): Promise<void> {
  for (const item of items) {
    if (!item.keys.some((key) => COMPLETED.test(key)) || !isWhole(item)) continue;
    for (const event of await reader.events(debate, item)) note(records, debate, event);
  }
}

function note(records: LearningRecords, debate: DebateKey, { type, data }: LogEvent): void {
  if (type === "turn.completed") records.learn(debate, TURNS, data.turn);
  if (type === "assessment.completed") records.learn(debate, ASSESSMENTS, data.assessment);
}
