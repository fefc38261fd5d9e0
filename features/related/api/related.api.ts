/** Finds debates on the same question, and compares their answers. */

import { newestCompleted } from "../../../api/debates/newest.ts";
import { preview } from "../../../domain/base/text/text.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { resultText } from "../../../domain/shapes/schemas/result-text.ts";
import type { DebateRecord, ListedRecord } from "../../../store/port/debates.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import type { Store } from "../../../store/port/store.ts";
import { readResult } from "../../../store/records/combined.ts";
import { type Answered, differenceOf } from "../domain/difference.related.ts";
import { familyOf, nearestTopics, type Relative } from "../domain/nearest.related.ts";
import { MOST_SEARCHED, type RelatedDebate, type RelatedDebates } from "../domain/schema.related.ts";

/** Characters. */
const LONGEST_TOPIC = 200;
const LONGEST_ANSWER = 400;

/** Reads lists, and whole only the debates that it answers. */
export async function relatedTo(
  own: DebateRecord,
  { store }: { store: Store },
  limit: number,
): Promise<RelatedDebates> {
  const { debates } = await newestCompleted(store, { tenant: own.tenant, limit: MOST_SEARCHED });
  const family = familyOf(relativeOf(own), debates.map(relativeOf));
  const others = debates.filter(({ id }) => !family.has(id)).map(({ id, config: { topic } }) => ({ id, topic }));
  const nearest = nearestTopics({ id: own.id, topic: own.config.topic }, { others, limit });
  if (nearest.length === 0) return { items: [], searched: debates.length };
  const ours = await answeredOf(store, own);
  const items = await Promise.all(
    nearest.map(async ({ id, score }) => {
      const record = await store.getDebate({ tenant: own.tenant, debateId: id });
      return record && relatedView(record, { score, ours, theirs: await answeredOf(store, record) });
    }),
  );
  // One that was erased meanwhile is left out.
  return { items: items.filter((item) => item !== null), searched: debates.length };
}

function relativeOf({ id, config: { forkedFrom, twinOf }, forks = [], twins = [] }: ListedRecord): Relative {
  return { id, kin: [...forks, ...twins, ...(forkedFrom ? [forkedFrom.id] : []), ...(twinOf ? [twinOf] : [])] };
}

async function answeredOf({ records }: Store, record: DebateRecord): Promise<Answered> {
  const { topic, participants } = record.config;
  const result = record.state.result ? await readResult(records, keyOf(record), record.state) : null;
  return { topic, participants, result };
}

function relatedView(
  { id, config: { topic, format }, state: { completedAt } }: DebateRecord,
  { score, ours, theirs }: { score: number; ours: Answered; theirs: Answered },
): RelatedDebate {
  return {
    id,
    topic: preview(topic, LONGEST_TOPIC),
    format,
    endedAt: completedAt,
    score,
    answer: theirs.result && answerIn(theirs.result),
    ...differenceOf(ours, theirs),
  };
}

function answerIn(result: Result): string | null {
  const text = result.conclusion?.answer.text ?? resultText(result);
  return text && preview(text, LONGEST_ANSWER);
}
