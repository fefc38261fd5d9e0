/**
 * CONFIG items: a debate's whole configuration, immutable once its META exists. A changed one is a new item under its hash,
 * so a revision always names the same configuration.
 */

import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Kind } from "../../domain/play/records/kind.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { DebateKey, ListedConfig } from "../port/debates.port.ts";
import type { Store } from "../port/store.ts";
import { hashOf, readBody, writeBody } from "../table/bodies.ts";
import type { Cache } from "../table/cache.ts";
import { CONFIG, META } from "../table/keys.table.ts";
import type { Table } from "../table/table.ts";

export type Configs = ReturnType<typeof createConfigs>;

/** A CONFIG without META and older than this is what a creation that died has left. Milliseconds. */
const CREATION_MS = 60_000;

const REVISIONS: Kind<DebateConfig, { revision: string }> = {
  name: "configuration",
  key: ({ revision }) => `${CONFIG}#${revision}`,
};

export function createConfigs(table: Table, cache: Cache, records: Store["records"]) {
  const key = (pk: string) => ({ PK: pk, SK: CONFIG });
  const underWay = new Map<string, Promise<string | null>>();

  async function isFree(pk: string, hash: string): Promise<boolean> {
    const [meta, config] = await Promise.all([table.get({ PK: pk, SK: META }), table.get(key(pk))]);
    if (meta) return false;
    if (!config || config.hash === hash) return true;
    return Date.now() - (config.putAt as number) > CREATION_MS;
  }

  /** Its hash, or null when the debate exists, or when another one is being created under the same id. */
  async function place(pk: string, config: DebateConfig): Promise<string | null> {
    const json = JSON.stringify(config);
    const hash = hashOf(json);
    const item = { ...key(pk), putAt: Date.now(), ...(await writeBody(table, key(pk), json)), hash };
    if (await table.putIfAbsent(item)) return hash;
    if (!(await isFree(pk, hash))) return null;
    await table.put(item);
    return hash;
  }

  async function load(pk: string): Promise<string | null> {
    const item = await table.get(key(pk));
    if (!item) return null;
    const json = await readBody(table, item);
    cache.set(pk, `${item.hash as string}${json}`);
    return json;
  }

  /** Acts that begin together share one read. */
  function loadOnce(pk: string): Promise<string | null> {
    const known = underWay.get(pk);
    if (known) return known;
    const loaded = load(pk).finally(() => underWay.delete(pk));
    underWay.set(pk, loaded);
    return loaded;
  }

  return {
    place,
    /** Keeps the configuration of a debate that this process has created. */
    keep: (pk: string, config: DebateConfig, hash: string) => cache.set(pk, `${hash}${JSON.stringify(config)}`),
    /** Its hash is its revision. */
    async putRevision(debate: DebateKey, config: DebateConfig): Promise<string> {
      const revision = hashOf(JSON.stringify(config));
      await records.put(debate, REVISIONS, config, { revision });
      return revision;
    },
    async getRevision(debate: DebateKey, revision: string): Promise<DebateConfig> {
      const config = await records.get(debate, REVISIONS, { revision });
      if (!config) throw new ParleyError("internal", "a revision of a configuration is missing");
      return config;
    },
    /** `hash`, from META, makes sure that it is META's. Without it the caller knows that META is there. */
    async get(pk: string, hash = ""): Promise<DebateConfig | null> {
      const kept = cache.get(pk) as string | undefined;
      const json = kept?.startsWith(hash) ? kept.slice(HASH_LENGTH) : await loadOnce(pk);
      return json === null ? null : (JSON.parse(json) as DebateConfig);
    },
  };
}

const HASH_LENGTH = hashOf("").length;

/** Characters of a topic that lists show. */
const SHOWN = 1000;

/** What META, and so a list, has of a configuration: META is written with every change of the state. */
export function listedOf(config: DebateConfig): ListedConfig {
  const { format, tags, demo, maxRounds, imported, forkedFrom, twinOf, participants, judge } = config;
  return {
    topic: config.topic.slice(0, SHOWN).replace(/[\uD800-\uDBFF]$/, ""),
    format,
    tags,
    demo,
    maxRounds,
    ...(imported && { imported }),
    ...(forkedFrom && { forkedFrom: { id: forkedFrom.id } }),
    ...(twinOf !== undefined && { twinOf }),
    participants: participants.map(({ id, name, side, provider, model }) => ({
      id,
      name,
      ...(side && { side }),
      provider,
      model,
    })),
    judge: judge && { provider: judge.provider, model: judge.model, ...(judge.panel && { panel: judge.panel }) },
  };
}
