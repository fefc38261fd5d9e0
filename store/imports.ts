/**
 * Brings in a whole debate that was exported elsewhere. META comes last: an import that died shows nowhere, and the
 * same one can be repeated.
 */
import { isTerminalEvent, type LogEvent } from "../domain/events.ts";
import type { Debate } from "../domain/schemas/debate.ts";
import { hashOf, readBody, writeBody } from "./bodies.ts";
import { debateKey, IMPORT } from "./keys.ts";
import { BATCH, type NewItem, putLogItem } from "./log-item.ts";
import type { DebateImport, DebateKey, DebatePrefix } from "./port/debates.ts";
import type { Store } from "./port.ts";
import type { Table } from "./table.ts";

/** Another export under this id may be on its way in for so long. Milliseconds. */
const UNDER_WAY_MS = 60_000;
const WRITES_AT_ONCE = 16;

type Parts = Omit<
  Store,
  "importDebate" | "getImported" | "forkDebate" | "addFork" | "removeFork" | "listDebates" | "ping"
>;
type Written = Omit<DebatePrefix, "retrieval">;

export function createImports(table: Table, store: Parts): Pick<Store, "importDebate" | "getImported"> {
  /** False when the debate exists, or another export of it is being imported. */
  async function claim(key: DebateKey, debate: DebateImport): Promise<boolean> {
    if (await store.getDebate(key)) return false;
    const at = { PK: debateKey(key), SK: IMPORT };
    const digest = hashOf(JSON.stringify(debate));
    const body = await writeBody(table, at, JSON.stringify(debate.view));
    const item = { ...at, ...body, digest, putAt: Date.now() };
    if (await table.putIfAbsent(item)) return true;
    const found = await table.get(at);
    if (found?.digest === digest) return true;
    if (found && Date.now() - (found.putAt as number) < UNDER_WAY_MS) return false;
    await store.discardDebate(key);
    await writeBody(table, at, JSON.stringify(debate.view));
    return table.putIfAbsent(item);
  }

  async function importDebate(debate: DebateImport): Promise<boolean> {
    const { record } = debate;
    const key = { tenant: record.tenant, debateId: record.id };
    if (!(await claim(key, debate))) return false;
    const { generation } = record.state;
    await writeRecords({ store, key, generation, debate });
    if (debate.rating) await store.putRating(key, debate.rating);
    if (debate.view.result) await store.putResult(key, generation, debate.view.result);
    await writeLog(table, key, debate.events);
    for (const rejudgement of debate.rejudgements ?? []) await store.addRejudgement(key, { rejudgement });
    return store.createDebate(record);
  }

  return {
    importDebate,
    async getImported(key) {
      const item = await table.get({ PK: debateKey(key), SK: IMPORT });
      return item && (JSON.parse(await readBody(table, item)) as Debate);
    },
  };
}

/** Everything beside the log; each is put if absent, so it can be repeated. */
export async function writeRecords(input: {
  store: Omit<Parts, "log">;
  key: DebateKey;
  generation: number;
  /** A fork's beginning holds at most those on the answers before round 1. */
  debate: Omit<Written, "events"> & Partial<Pick<DebateImport, "ballots">>;
}): Promise<void> {
  const { store, key, generation, debate } = input;
  const { questions } = debate;
  await inTurn(debate.turns, (turn) => store.putTurn(key, turn));
  await inTurn(debate.assessments, (assessment) => store.putAssessment(key, assessment));
  await inTurn(debate.votes, (vote) => store.putVote(key, vote));
  await inTurn(debate.ballots ?? [], (ballot) => store.putBallot(key, ballot));
  await inTurn(debate.summaries, (summary) => store.putSummary(key, summary));
  await inTurn(debate.evaluations, (evaluation) => store.putEvaluation(key, evaluation));
  await inTurn(questions, (question) => store.putQuestion(key, generation, question));
  const answered = questions.flatMap(({ id: questionId, answer, answeredAt: at }) =>
    answer === null || at === null ? [] : [{ questionId, answer, at }],
  );
  await inTurn(answered, (answer) => store.putAnswer(key, generation, answer));
  await inTurn(debate.notes, ({ note, text }) => store.putNote(key, note, text));
  await inTurn(debate.decisions, (decision) => store.putDecision(key, generation, decision));
}

export async function writeLog(table: Table, key: DebateKey, events: LogEvent[]): Promise<void> {
  await inTurn(logItems(debateKey(key), events), (item) => putLogItem(table, item));
}

/** So many at once, so that a long debate does not take all connections. */
async function inTurn<T>(all: T[], write: (one: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += WRITES_AT_ONCE)
    await Promise.all(all.slice(at, at + WRITES_AT_ONCE).map(write));
}

/** Each event keeps its id. The text chunks that an export leaves out are holes, as if they had been swept. */
function logItems(pk: string, events: LogEvent[]): NewItem[] {
  const items: NewItem[] = [];
  let bytes = 0;
  for (const { id, ...event } of events) {
    const json = JSON.stringify(event);
    const last = items.at(-1);
    bytes += json.length;
    const isNext = last && last.first + last.events.length === id && !isTerminalEvent(event.type);
    if (!isNext || last.events.length === BATCH.events || bytes > BATCH.bytes) {
      items.push({ pk, first: id, events: [] });
      bytes = json.length;
    }
    items.at(-1)?.events.push({ key: `import/${id}`, json, event });
  }
  return items;
}
