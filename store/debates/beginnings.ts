/**
 * Creates a debate that has something from the beginning: a fork, an import or images. META is written last: one that died
 * is not visible, and can be repeated.
 */

import { isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";
import {
  ALONE,
  ANSWERS,
  ASSESSMENTS,
  BALLOTS,
  CLAIMS,
  CONFIRMED_CLAIMS,
  CONFORMITY,
  COUNTS,
  DECISIONS,
  EVALUATIONS,
  EXHIBITS,
  NOTES,
  POLLS,
  QUESTIONS,
  RANKINGS,
  RATINGS,
  RESULTS,
  RETRIEVALS,
  SUMMARIES,
  TURNS,
  VOTES,
} from "../../domain/play/records/kinds.record.ts";
import { imagesAmong } from "../../domain/prompts/parts/shown.prompt-part.ts";
import { BATCH, type NewItem, putLogItem } from "../log/item.ts";
import type { DebateImport, DebateKey, DebatePrefix, DebateRecord } from "../port/debates.port.ts";
import type { Store } from "../port/store.ts";
import { keepImages } from "../records/images.ts";
import { noteCase } from "../records/known-cases.records.ts";
import { addRejudgement } from "../records/rejudgements.records.ts";
import { writeBody } from "../table/bodies.ts";
import { inTurn } from "../table/in-turn.ts";
import { debateKey, IMPORT } from "../table/keys.table.ts";
import type { Table } from "../table/table.ts";

/** An import that takes longer is taken for dead. Milliseconds. */
const UNDER_WAY_MS = 60_000;

type Parts = Pick<Store, "records" | "files" | "getDebate" | "createDebate" | "discardDebate" | "markDebate">;

/** `store.createDebate` creates a debate that has nothing yet. */
export function createBeginnings(table: Table, store: Parts): Store["createDebate"] {
  /** False when another export of the debate is being imported. */
  async function claim(key: DebateKey, { digest, view }: DebateImport): Promise<boolean> {
    const at = { PK: debateKey(key), SK: IMPORT };
    const body = await writeBody(table, at, JSON.stringify(view));
    const item = { ...at, ...body, digest, putAt: Date.now() };
    if (await table.putIfAbsent(item)) return true;
    const found = await table.get(at);
    if (found?.digest === digest) return true;
    if (found && Date.now() - (found.putAt as number) < UNDER_WAY_MS) return false;
    await store.discardDebate(key);
    await writeBody(table, at, JSON.stringify(view));
    return table.putIfAbsent(item);
  }

  return async (record, from) => {
    const key = { tenant: record.tenant, debateId: record.id };
    if (!from && imagesAmong(record.config.exhibits).length === 0) return store.createDebate(record);
    if (await store.getDebate(key)) return false;
    await keepImages(store, key, record.config);
    if (!from) return store.createDebate(record);
    if ("digest" in from && !(await claim(key, from))) return false;
    const { generation } = record.state;
    await writeRecords(store.records, { key, generation, from });
    await inTurn(logItems(debateKey(key), from.events), (item) => putLogItem(table, item));
    if ("digest" in from)
      for (const rejudgement of from.rejudgements ?? []) await addRejudgement(store, key, { rejudgement });
    if ("digest" in from) await noteImported(store.records, record, from);
    return store.createDebate(record);
  };
}

/** What the export says of how the answer turned out. */
async function noteImported(records: Store["records"], record: DebateRecord, { view }: DebateImport): Promise<void> {
  const { outcome = "unknown" } = record.knownOutcome ?? {};
  const { result } = view;
  const { debate: isExpected = null } = result?.controlArm?.expected ?? {};
  if (outcome !== "unknown") await noteCase(records, record, { from: "owner", isRight: outcome === "right", result });
  if (isExpected !== null) await noteCase(records, record, { from: "expected", isRight: isExpected, result });
}

/** All records. Each is put once, so this can be repeated. */
async function writeRecords(
  records: Store["records"],
  input: { key: DebateKey; generation: number; from: DebatePrefix | DebateImport },
): Promise<void> {
  const { key, generation, from } = input;
  await inTurn(from.turns, (turn) => records.put(key, TURNS, turn));
  await inTurn(from.assessments, (assessment) => records.put(key, ASSESSMENTS, assessment));
  await inTurn(from.votes, (vote) => records.put(key, VOTES, vote));
  await inTurn(from.ballots, (ballot) => records.put(key, BALLOTS, ballot));
  await inTurn(from.claims, (claims) => records.put(key, CLAIMS, claims, { generation }));
  await inTurn(from.confirmed, (confirmed) => records.put(key, CONFIRMED_CLAIMS, confirmed, { generation }));
  await inTurn(from.alone, (answer) => records.put(key, ALONE, answer));
  await inTurn(from.counts, (count) => records.put(key, COUNTS, count));
  await inTurn(from.rankings ?? [], (ranking) => records.put(key, RANKINGS, ranking));
  await inTurn(from.exhibits ?? [], (exhibit) => records.put(key, EXHIBITS, exhibit, { generation }));
  await inTurn(from.polls, (poll) => records.put(key, POLLS, poll));
  await inTurn(from.conformity, (conformity) => records.put(key, CONFORMITY, conformity));
  await inTurn(from.summaries, (summary) => records.put(key, SUMMARIES, summary));
  await inTurn(from.evaluations, (evaluation) => records.put(key, EVALUATIONS, evaluation));
  await inTurn(from.questions, async ({ answer, answeredAt: at, ...question }) => {
    await records.put(key, QUESTIONS, question, { generation });
    if (answer !== null && at !== null)
      await records.put(key, ANSWERS, { questionId: question.id, answer, at }, { generation });
  });
  await inTurn(from.notes, ({ note, text }) => records.put(key, NOTES, text, { note }));
  await inTurn(from.decisions, (decision) => records.put(key, DECISIONS, decision, { generation }));
  if ("retrieval" in from) {
    if (from.retrieval) await records.put(key, RETRIEVALS, from.retrieval, { generation });
    return;
  }
  if (from.rating) await records.put(key, RATINGS, from.rating);
  if (from.view.result) await records.put(key, RESULTS, from.view.result, { generation });
}

/** Each event keeps its id. The text chunks that an export leaves out are holes, as if they had been swept. */
function* logItems(pk: string, events: Iterable<LogEvent>): Generator<NewItem> {
  const putAt = Math.floor(Date.now() / 1000);
  let item: NewItem | undefined;
  let bytes = 0;
  for (const { id, ...event } of events) {
    const json = JSON.stringify(event);
    bytes += json.length;
    const isNext = item && item.first + item.events.length === id && !isTerminalEvent(event.type);
    if (!item || !isNext || item.events.length === BATCH.events || bytes > BATCH.bytes) {
      if (item) yield item;
      const from = item ? item.first + item.events.length : 1;
      item = { pk, first: id, events: [], putAt, ...(from < id && { below: { from, until: 0 } }) };
      bytes = json.length;
    }
    item.events.push({ key: `import/${id}`, json, event });
  }
  if (item) yield item;
}
