/** Reads debates for the handlers: by id, as the API shows them, or when they reach a state. */

import { setTimeout as sleep } from "node:timers/promises";
import { placeIn } from "../../domain/around/quotas/admission.quota.ts";
import { briefOf, type Rejudgement } from "../../domain/around/rejudgement/rejudgement.ts";
import { REJUDGEMENTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { pendingOf } from "../../domain/play/faults/decisions.faults.ts";
import { ASSESSMENTS, CONFORMITY, EVALUATIONS, IMPORTS } from "../../domain/play/records/kinds.record.ts";
import { DRAFT } from "../../domain/shapes/lifecycle.shape.ts";
import { picked } from "../../domain/shapes/plan/picked.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { acknowledged } from "../../domain/shapes/state/acknowledged.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import { listFound, listQuestions, readResult } from "../../store/records/combined.ts";
import { isDebateId } from "../base/ids.api-base.ts";
import type { Links } from "../base/links.ts";
import type { Debates } from "../base/services.ts";
import { createTurnstile } from "../http/turnstile.ts";
import { createSharedPolls } from "./shared-polls.ts";
import { debateView } from "./view.debates-api.ts";

/** Those that waited for one change and go on together: each makes an answer, so this is some milliseconds. */
const WAKE_AT_ONCE = 4;

interface Parts {
  store: Store;
  links: Links;
  /** Ends a debate whose workflow was closed from outside. */
  endOrphan: (record: DebateRecord) => Promise<DebateRecord>;
}

export function createDebates({ store, links, endOrphan }: Parts): Debates {
  const get = async (tenant: string, id: string) => {
    const record = isDebateId(id) ? await store.getDebate({ tenant, debateId: id }) : null;
    if (record) return record;
    throw new ParleyError("not-found", `there is no debate ${id.slice(0, 80)}`);
  };
  /** Callers that waited for the same read share its view. */
  const views = new WeakMap<DebateRecord, Promise<Debate>>();
  const texts = new WeakMap<DebateRecord, Map<string, Promise<Uint8Array<ArrayBuffer>>>>();
  const nextTurn = createTurnstile(WAKE_AT_ONCE);
  const polls = createSharedPolls(({ tenant, id }) => get(tenant, id));
  const require = async (tenant: string, id: string) => endOrphan(await get(tenant, id));
  async function viewOf(record: DebateRecord): Promise<Debate> {
    const { generation, result, dialectic } = record.state;
    const key = keyOf(record);
    const ours = links.debate(record.id, record.config.imported);
    const imported = record.config.imported && (await store.records.get(key, IMPORTS, {}));
    const rejudgements = await rejudgementsOf(store, record);
    if (imported) return { ...changedSince(record, imported), ...shown(rejudgements), links: ours };
    const pending = pendingOf(record.state);
    const isDraft = DRAFT.includes(record.state.status);
    const isNew = record.version === 1;
    const [assessments, evaluations, whole, questions, config, conformity, queue, found] = await Promise.all([
      isNew || dialectic ? [] : store.records.list(key, ASSESSMENTS, { generation }),
      !isNew && dialectic ? store.records.list(key, EVALUATIONS, { generation }) : [],
      result === null ? null : readResult(store.records, key, record.state),
      pending?.type === "answers" ? listQuestions(store.records, key, generation) : [],
      isDraft ? store.getConfig({ ...key, generation, revision: record.state.revision }) : null,
      record.state.polls ? store.records.list(key, CONFORMITY, { generation }) : [],
      queueOf(store, record),
      listFound(store.records, { debate: key, config: record.config, generation }),
    ]);
    const request = config?.request;
    const judged = { assessments, evaluations, conformity, result: whole };
    const view = debateView({ record, ...judged, questions, queue, found, request, links: ours });
    return { ...view, ...shown(rejudgements) };
  }

  function sharedView(record: DebateRecord): Promise<Debate> {
    const made = views.get(record) ?? viewOf(record);
    views.set(record, made);
    return made;
  }

  return {
    require,
    requested(c) {
      // What is accepted for later asks nothing of Temporal: thousands come at once.
      const read = c.get("isLate") ? get : require;
      return read(c.get("tenant"), c.req.param("id") ?? "");
    },
    async requestedByMany(c) {
      const id = c.req.param("id") ?? "";
      using reading = polls.join({ tenant: c.get("tenant"), id });
      return endOrphan(await reading.fresh());
    },
    view: sharedView,
    written(record, { reader, write }) {
      const byReader = texts.get(record) ?? new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
      texts.set(record, byReader);
      const bytes = byReader.get(reader) ?? sharedView(record).then((debate) => Buffer.from(write(debate)));
      byReader.set(reader, bytes);
      return bytes;
    },
    async wait({ record, until, ms, signal }) {
      if (ms <= 0 || signal.aborted || until(record)) return record;
      using waiting = polls.join(record);
      const seen = new AbortController();
      const end = sleep(ms, null, { signal: AbortSignal.any([signal, seen.signal]) }).catch(() => null);
      try {
        for (let latest = record; ; ) {
          const now = await Promise.race([waiting.next(), end]);
          if (now === null || until(now)) {
            await nextTurn();
            return now ?? latest;
          }
          latest = now;
        }
      } finally {
        seen.abort();
      }
    },
  };
}

/** Its place in the queue. Reads nothing unless it may wait there. */
async function queueOf({ quotas }: Pick<Store, "quotas">, { tenant, id, state }: DebateRecord) {
  return state.status === "ready" ? placeIn(await quotas.read(tenant), id) : undefined;
}

/** The rulings of other judges. Reads nothing unless META says that there are some. */
export async function rejudgementsOf(store: Pick<Store, "records">, record: DebateRecord): Promise<Rejudgement[]> {
  if (!record.rejudged) return [];
  const stored = await store.records.list(keyOf(record), REJUDGEMENTS, {});
  return stored.map(({ rejudgement }) => rejudgement);
}

/** What happened since an import replaces what the export says: what its owner reported or saw, and forks that are gone. */
function changedSince(record: DebateRecord, imported: Debate): Debate {
  const { knownOutcome, acknowledgedAt } = record;
  const gone = (["forks", "twins"] as const).filter((name) => !record[name]);
  const debate = {
    ...imported,
    ...picked(record, ["forks", "twins"]),
    ...(knownOutcome && { knownOutcome }),
    ...(acknowledgedAt && {
      warnings: acknowledged(imported.warnings, acknowledgedAt),
      allowed: imported.allowed.filter((command) => command !== "acknowledge"),
    }),
  };
  // What stays keeps its place, so that another export is the same to the byte.
  for (const name of gone) Reflect.deleteProperty(debate, name);
  return debate;
}

function shown(rejudgements: Rejudgement[]): Pick<Debate, "rejudgements"> {
  return rejudgements.length > 0 ? { rejudgements: rejudgements.map(briefOf) } : {};
}
