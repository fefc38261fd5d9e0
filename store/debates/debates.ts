/** META items: one per debate, small, and what lists are made of. */
import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { tenantKey } from "../../domain/play/records/keys.record.ts";
import { POSITIONS } from "../../domain/play/records/kinds.record.ts";
import { unplaced, withPositions } from "../../domain/rules/positions/assigned-positions.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { KnownOutcome } from "../../domain/shapes/schemas/known-outcome.ts";
import { acknowledgedLate } from "../../domain/shapes/state/acknowledged.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { DebateKey, DebateRecord, ListedConfig, ListedRecord, Wait } from "../port/debates.port.ts";
import type { Store } from "../port/store.ts";
import { readResult } from "../records/combined.ts";
import { noteCase } from "../records/known-cases.records.ts";
import { debateKey, type Item, META, metaKey, statusKey } from "../table/keys.table.ts";
import type { Table } from "../table/table.ts";
import { type Configs, listedOf } from "./configs.ts";
import type { OpenDebateItems } from "./open-debates.ts";

export type Debates = Pick<
  Store,
  "createDebate" | "discardDebate" | "getDebate" | "markDebate" | "getConfig" | "putConfig" | "putState"
>;

interface MetaItem extends Item {
  tenant: string;
  id: string;
  version: number;
  createdAt: string;
  /** JSON of what lists show of it. */
  config: string;
  /** Of the whole configuration in CONFIG. */
  hash: string;
  revision?: string;
  state: string;
  forks?: Set<string>;
  twins?: Set<string>;
  rejudged?: Set<string>;
  /** JSON. */
  knownOutcome?: string;
  acknowledgedAt?: string;
  touchedAt: number;
  /** Tells a writer whose put was repeated that the item it lost to is its own. */
  token: string;
}

type StateInput = Parameters<Store["putState"]>[0];

/** Debates whose last put is known. */
const PUTS_KEPT = 1_000;

/** META has an attribute of its own for each turn or act that waits. */
const WAIT = "wait#";

export function createDebates(
  table: Table,
  configs: Configs,
  { records, quotas, open }: Pick<Store, "records" | "quotas"> & { open: OpenDebateItems },
): Debates {
  async function createDebate(record: DebateRecord): Promise<boolean> {
    const pk = debateKey({ tenant: record.tenant, debateId: record.id });
    const hash = await configs.place(pk, record.config);
    if (hash === null) return false;
    await open.register({ tenant: record.tenant, debateId: record.id });
    const item = metaItem({ record, pk, hash, token: randomUUID() });
    const isOurs = (await table.putIfAbsent(item)) || (await table.get(item))?.token === item.token;
    if (isOurs) configs.keep(pk, record.config, hash);
    return isOurs;
  }

  async function getDebate(key: DebateKey): Promise<DebateRecord | null> {
    const item = (await table.get(metaKey(key))) as MetaItem | null;
    if (!item) return null;
    const record = recordOf(item);
    const config = await configOf(key, item);
    if (!config) return null;
    const { generation } = record.state;
    return { ...record, config: await settled({ ...key, generation }, config) };
  }

  /** null: the debate was erased meanwhile. */
  async function configOf(key: DebateKey, { hash, revision }: MetaItem): Promise<DebateConfig | null> {
    return revision ? configs.getRevision(key, revision) : configs.get(debateKey(key), hash);
  }

  /** A configuration with the positions that were assigned; few debates have any to assign. */
  async function settled(key: DebateKey, config: DebateConfig): Promise<DebateConfig> {
    const positions =
      unplaced(config).length > 0 ? await records.get(key, POSITIONS, { generation: key.generation ?? 1 }) : null;
    return positions ? withPositions(config, positions) : config;
  }

  /** The last put of each debate's state: acts that begin together bring the same, and share one write. */
  const lastPuts = new LRUCache<string, { version: number; done: Promise<void> }>({ max: PUTS_KEPT });

  function updateState({ tenant, debateId, version, state }: StateInput): Promise<void> {
    const debate = { tenant, debateId };
    const pk = debateKey(debate);
    const last = lastPuts.get(pk);
    if (last?.version === version) return last.done;
    const update = async () => {
      const { revision } = state;
      const config = revision ? { revision, ...shown(await configs.getRevision(debate, revision)) } : {};
      await table.updateOlder({ ...metaKey(debate), version, set: { ...stateIn(tenant, state), ...config } });
    };
    const put = { version, done: update() };
    lastPuts.set(pk, put);
    put.done.catch(() => lastPuts.peek(pk) === put && lastPuts.delete(pk));
    return put.done;
  }

  async function putState(input: StateInput): Promise<void> {
    const { tenant, debateId, state } = input;
    const debate = { tenant, debateId };
    await updateState(input);
    if (!isTerminal(state.status)) return;
    await noteExpected(debate, state);
    // It stays on the list of the sweep until it is settled.
    await quotas.settle(debate, state);
    await open.forget(debate);
  }

  /** Whether the control arm's count found the debate's answer to be the one that was expected. */
  async function noteExpected(debate: DebateKey, state: DebateState): Promise<void> {
    if (state.status !== "completed" || !state.controlArm?.counts.length) return;
    const result = await readResult(records, debate, state);
    const { debate: isRight = null } = result?.controlArm?.expected ?? {};
    const record = isRight === null ? null : await getDebate(debate);
    if (record) await noteCase(records, { ...record, state }, { from: "expected", isRight, result });
  }

  /** The case first: a report that was cut off is then repeated whole. */
  async function reportOutcome(key: DebateKey, knownOutcome: KnownOutcome): Promise<void> {
    const { outcome } = knownOutcome;
    const record = await getDebate(key);
    if (!record) return;
    await noteCase(records, record, { from: "owner", isRight: outcome === "unknown" ? null : outcome === "right" });
    await table.mark({ ...metaKey(key), name: "knownOutcome", value: JSON.stringify(knownOutcome) });
  }

  async function getConfig({ revision, ...key }: DebateKey): Promise<DebateConfig | null> {
    const config = await (revision ? configs.getRevision(key, revision) : configs.get(debateKey(key)));
    return config && settled(key, config);
  }

  async function markWait(key: DebateKey, { id, wait }: { id: string; wait: Wait | null }): Promise<void> {
    await table.mark({ ...metaKey(key), name: `${WAIT}${id}`, value: wait && JSON.stringify(wait) });
  }

  return {
    createDebate,
    getDebate,
    putState,
    getConfig,
    putConfig: (key, config) => configs.putRevision(key, config),
    async markDebate(key, change) {
      const { set } = change;
      if (set === "waits") return markWait(key, change);
      if (set === "knownOutcome") return reportOutcome(key, change.knownOutcome);
      if (set === "acknowledgedAt") {
        await table.mark({ ...metaKey(key), name: set, value: change.at });
        return;
      }
      const [verb, value] = "add" in change ? (["ADD", change.add] as const) : (["DELETE", change.remove] as const);
      await table.changeSet({ ...metaKey(key), verb, set, value });
    },
    /** META goes first, so that no list shows a debate that is half gone. */
    async discardDebate(key) {
      await table.remove(metaKey(key));
      await quotas.settle(key, null);
      await open.forget(key);
      await table.removeAll(debateKey(key));
    },
  };
}

/** The part of a state that META has. */
function stateIn(tenant: string, state: DebateState) {
  const { status } = state;
  return { state: JSON.stringify(state), status, GSI2PK: statusKey(tenant, status), touchedAt: Date.now() };
}

/** META's last change: `updateOlder` changes nothing of a closed item. */
export function closedItem(key: DebateKey, { version, state }: { version: number; state: DebateState }) {
  const set = { ...stateIn(key.tenant, { ...state, assessments: [] }), closed: true };
  return { ...metaKey(key), version, set };
}

/** The part of a configuration that META has. */
function shown(config: DebateConfig) {
  return { config: JSON.stringify(listedOf(config)), format: config.format, tags: config.tags };
}

function metaItem(input: { record: DebateRecord; pk: string; hash: string; token: string }): MetaItem {
  const { record, pk, hash, token } = input;
  const { tenant, id, version, config, state, createdAt } = record;
  return {
    PK: pk,
    SK: META,
    GSI1PK: tenantKey(tenant),
    GSI1SK: `${createdAt}#${id}`,
    tenant,
    id,
    version,
    ...shown(config),
    createdAt,
    hash,
    ...stateIn(tenant, state),
    ...(record.rejudged && { rejudged: new Set(record.rejudged) }),
    ...(record.forks && { forks: new Set(record.forks) }),
    ...(record.twins && { twins: new Set(record.twins) }),
    ...(record.knownOutcome && { knownOutcome: JSON.stringify(record.knownOutcome) }),
    ...(record.acknowledgedAt && { acknowledgedAt: record.acknowledgedAt }),
    token,
  };
}

/** A record as lists have it. */
export function recordOf(item: Item): ListedRecord {
  const { tenant, id, version, createdAt, config, state, forks, twins, rejudged, knownOutcome, touchedAt } =
    item as MetaItem;
  const { acknowledgedAt } = item as MetaItem;
  const standing = JSON.parse(state) as DebateState;
  return {
    tenant,
    id,
    version,
    config: JSON.parse(config) as ListedConfig,
    state: acknowledgedAt ? acknowledgedLate(standing, acknowledgedAt) : standing,
    createdAt,
    ...(forks?.size && { forks: [...forks].toSorted() }),
    ...(twins?.size && { twins: [...twins].toSorted() }),
    ...(rejudged?.size && { rejudged: [...rejudged].toSorted() }),
    ...(knownOutcome && { knownOutcome: JSON.parse(knownOutcome) as KnownOutcome }),
    ...(acknowledgedAt && { acknowledgedAt }),
    ...(touchedAt !== undefined && { touchedAt }),
    ...waitsIn(item),
  };
}

function waitsIn(item: Item): Pick<DebateRecord, "waits"> {
  const noted = Object.entries(item).filter(([name]) => name.startsWith(WAIT));
  if (noted.length === 0) return {};
  return { waits: noted.map(([, json]) => JSON.parse(String(json)) as Wait) };
}
