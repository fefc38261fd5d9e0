/** Reads debates for the handlers: one by id, as the API shows it, or once it has come to some point. */
import { setTimeout as sleep } from "node:timers/promises";
import { pendingOf } from "../domain/decisions.ts";
import { ParleyError } from "../domain/errors.ts";
import { DRAFT } from "../domain/lifecycle.ts";
import { briefOf, type Rejudgement } from "../domain/rejudgement.ts";
import type { Debate } from "../domain/schemas/debate.ts";
import type { DebateRecord } from "../store/port/debates.ts";
import type { Store } from "../store/port.ts";
import { debateView } from "./debate-view.ts";
import { isDebateId } from "./ids.ts";
import type { Links } from "./links.ts";

const FIRST_LOOK_MS = 25;
const SLOWEST_LOOK_MS = 500;

interface Wait {
  record: DebateRecord;
  until: (record: DebateRecord) => boolean;
  ms: number;
  /** The caller left, or the server closes: the wait ends with what there is. */
  signal: AbortSignal;
}

export interface Debates {
  /** Throws `not-found`, also for another tenant's debate. */
  require(tenant: string, id: string): Promise<DebateRecord>;
  view(record: DebateRecord): Promise<Debate>;
  /** The debate once `until` holds or the time is up. */
  wait(wait: Wait): Promise<DebateRecord>;
}

interface Parts {
  store: Store;
  links: Links;
  /** Ends a debate whose workflow can not any more. */
  mend: (record: DebateRecord) => Promise<DebateRecord>;
}

export function createDebates({ store, links, mend }: Parts): Debates {
  const get = async (tenant: string, id: string) => {
    const record = isDebateId(id) ? await store.getDebate({ tenant, debateId: id }) : null;
    if (record) return record;
    throw new ParleyError("not-found", `there is no debate ${id.slice(0, 80)}`);
  };
  return {
    require: async (tenant, id) => mend(await get(tenant, id)),
    async view(record) {
      const { generation, result } = record.state;
      const key = { tenant: record.tenant, debateId: record.id };
      const ours = links.debate(record.id, record.config.imported);
      const imported = record.config.imported && (await store.getImported(key));
      const rejudgements = await rejudgementsOf(store, record);
      if (imported) return { ...imported, ...shown(rejudgements), links: ours };
      const pending = pendingOf(record.state);
      const isDraft = DRAFT.includes(record.state.status);
      const [assessments, whole, questions, config] = await Promise.all([
        store.listAssessments(key, generation),
        result === null ? null : store.getResult(key, generation),
        pending?.type === "answers" ? store.listQuestions(key, generation) : [],
        isDraft ? store.getConfig({ ...key, generation, revision: record.state.revision }) : null,
      ]);
      const request = config?.request;
      const view = debateView({ record, assessments, result: whole, questions, request, links: ours });
      return { ...view, ...shown(rejudgements) };
    },
    async wait({ record, until, ms, signal }) {
      const deadline = performance.now() + ms;
      let latest = record;
      for (let pause = FIRST_LOOK_MS; !until(latest); pause = Math.min(SLOWEST_LOOK_MS, pause * 1.5)) {
        const left = deadline - performance.now();
        if (left <= 0 || signal.aborted) break;
        await sleep(Math.min(pause, left), undefined, { signal }).catch(() => {});
        latest = await get(record.tenant, record.id);
      }
      return latest;
    },
  };
}

/** What other judges have ruled on it; META says whether there is anything to read. */
export async function rejudgementsOf(
  store: Pick<Store, "listRejudgements">,
  { tenant, id, rejudged }: DebateRecord,
): Promise<Rejudgement[]> {
  if (!rejudged) return [];
  const stored = await store.listRejudgements({ tenant, debateId: id });
  return stored.map(({ rejudgement }) => rejudgement);
}

function shown(rejudgements: Rejudgement[]): Pick<Debate, "rejudgements"> {
  return rejudgements.length > 0 ? { rejudgements: rejudgements.map(briefOf) } : {};
}
