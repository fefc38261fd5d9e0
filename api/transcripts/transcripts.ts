/** Transcripts as the API sends them. Those of finished debates have an ETag and are cached. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { recordsOf } from "../../domain/around/branches/fork.ts";
import type { ParleyError } from "../../domain/base/errors.base.ts";
import { sinceReset } from "../../domain/play/events/events.ts";
import {
  ASSESSMENTS,
  DECISIONS,
  EVALUATIONS,
  NOTES,
  POLLS,
  RATINGS,
  SUMMARIES,
  TURNS,
} from "../../domain/play/records/kinds.record.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import { withInterjections } from "../../domain/shapes/state/interjections.state.ts";
import { composeExport } from "../../domain/show/export/compose.export.ts";
import type { TranscriptExport } from "../../domain/show/export/transcript.export.ts";
import { earnedBy } from "../../domain/show/report/earned.report.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { listQuestions } from "../../store/records/combined.ts";
import type { AppDeps } from "../base/context.api-base.ts";
import type { Owner } from "../base/owner.api-base.ts";
import type { Edition, RenderedEdition, Services, Transcripts } from "../base/services.ts";
import { rejudgementsOf } from "../debates/debates.debates-api.ts";
import { readLog } from "../events/pages.event-api.ts";
import { etagOf } from "../http/conditional.ts";
import { createSlices } from "../http/slices.ts";
import type { ReportInput } from "./render.transcript-api.ts";

// Encodes an object with long lists as JSON in slices.

/** Characters that are encoded at once. */
const PIECE = 100_000;

/** The bytes of `jsonText(value)`. */
export async function jsonBytes(value: object): Promise<Uint8Array<ArrayBuffer>> {
  const nextSlice = createSlices();
  const encoded: Uint8Array[] = [];
  let piece = "";
  for (const part of partsOf(value)) {
    piece += part;
    if (piece.length < PIECE) continue;
    encoded.push(Buffer.from(piece));
    piece = "";
    await nextSlice();
  }
  return Buffer.concat([...encoded, Buffer.from(`${piece}\n`)]);
}

function* partsOf(value: object): Generator<string> {
  let before = "{";
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(field)) yield* elementsOf(field);
    else yield JSON.stringify(field);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* elementsOf(list: unknown[]): Generator<string> {
  let before = "[";
  for (const element of list) {
    yield `${before}${JSON.stringify(element)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** Bytes of all cached transcripts in this process. */
const CACHE_BYTES = 32 * 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

type Parts = Pick<AppDeps, "store" | "tasks" | "settings" | "closing"> & Pick<Services, "debates" | "earned">;

export function createTranscripts(parts: Parts): Transcripts {
  const { store, tasks, settings, closing } = parts;
  const kept = new LRUCache<string, Bytes>({ maxSize: CACHE_BYTES, sizeCalculation: ({ length }) => length + 1 });
  const underWay = new Map<string, Promise<Bytes>>();

  const make = async (edition: RenderedEdition, owner: Owner): Promise<Bytes> => {
    if (edition.format === "json") return jsonBytes(await exportOf(parts, edition));
    const json = await read(await transcripts.edition({ ...edition, format: "json" }), owner);
    const input = { json, as: edition.format, imported: edition.imported, earned: edition.earned };
    try {
      return await render(input, owner);
    } catch (error) {
      if (edition.format !== "html" || (error as ParleyError).code !== "too-costly") throw error;
      return render({ ...input, plain: true }, owner);
    }
  };
  const render = (input: ReportInput, owner: Owner) => tasks.run("renderTranscript", input, closing, owner);

  /** Simultaneous readers share one rendering. */
  const read = async (edition: RenderedEdition, owner: Owner): Promise<Bytes> => {
    const { record, etag } = edition;
    if (!etag) return make(edition, owner);
    const key = `${record.tenant}/${record.id}/${etag}`;
    const known = kept.get(key) ?? underWay.get(key);
    if (known) return known;
    const made = make(edition, owner);
    underWay.set(key, made);
    try {
      const bytes = await made;
      kept.set(key, bytes);
      return bytes;
    } finally {
      underWay.delete(key);
    }
  };

  const transcripts: Transcripts = {
    async edition({ record, format, reader }) {
      const { tenant, id } = record;
      const rating = await store.records.get({ tenant, debateId: id }, RATINGS, {});
      const part = { record, rating, format, reader };
      if (!isTerminal(record.state.status)) return { ...part, imported: undefined, earned: [], etag: null };
      const isImport = record.config.imported === true;
      const imported = isImport ? reader.debate(await parts.debates.view(record)).imported : undefined;
      const earned = await earnedIn(parts, { record, format, reader });
      const about = [etagOf(record), rating, imported ?? null, ...(earned.length > 0 ? [earned] : [])];
      const shown = JSON.stringify([settings.version, tenant, id, ...about, format, reader.id]);
      const etag = `"${createHash("sha256").update(shown).digest("base64url").slice(0, 27)}"`;
      return { ...part, imported, earned, etag };
    },
    read,
  };
  return transcripts;
}

/** The tenant's own figures are not for whom a debate is shared with, and exports have the debate alone. */
async function earnedIn(
  { earned }: Pick<Parts, "earned">,
  { record, format, reader }: Pick<Edition, "record" | "format" | "reader">,
): Promise<Edition["earned"]> {
  const isReport = format === "md" || format === "html";
  return isReport && reader.seesPrompts ? earnedBy(record.config, await earned(record.tenant)) : [];
}

async function exportOf({ store, debates }: Parts, { record, rating, reader }: Edition): Promise<TranscriptExport> {
  const key = keyOf(record);
  const { generation } = record.state;
  const [debate, spoken, assessments, evaluations, summaries, questions, decisions, events, rejudgements, polls] =
    await Promise.all([
      debates.view(record),
      store.records.list(key, TURNS, { generation }),
      store.records.list(key, ASSESSMENTS, { generation }),
      store.records.list(key, EVALUATIONS, { generation }),
      store.records.list(key, SUMMARIES, { generation }),
      record.config.clarifications ? listQuestions(store.records, key, generation) : [],
      record.state.decisionsAsked ? store.records.list(key, DECISIONS, { generation }) : [],
      readLog(store.log, key),
      rejudgementsOf(store, record),
      record.state.polls ? store.records.list(key, POLLS, { generation }) : [],
    ]);
  const told = recordsOf(sinceReset(events));
  const interjected = record.state.interjections ?? [];
  const turns = await withInterjections(toldOf(spoken, told.turns), interjected, (note) =>
    store.records.get(key, NOTES, { note }),
  );
  const assessed = { assessments: toldOf(assessments, told.assessments) };
  const judged = record.state.dialectic
    ? { ...assessed, evaluations: toldOf(evaluations, told.evaluations) }
    : assessed;
  const parts = {
    debate,
    turns,
    ...judged,
    polls: toldOf(polls, told.polls),
    summaries: toldOf(summaries, told.summaries),
    questions,
    decisions,
    events,
    rating,
    rejudgements,
  };
  return reader.transcript(composeExport(parts));
}

/** Without what a call had stored when the debate ended: the log of a debate that is over takes no more events. */
function toldOf<R extends { id: string }>(stored: R[], told: { id: string }[]): R[] {
  const ids = new Set(told.map(({ id }) => id));
  return stored.filter(({ id }) => ids.has(id));
}
