/**
 * CONFIG items: a debate's whole configuration, immutable once its META is there. A changed one is an item of its own
 * under its hash, so whoever reads by revision never sees another.
 */
import type { DebateConfig } from "../domain/config.ts";
import { ParleyError } from "../domain/errors.ts";
import { hashOf, readBody, writeBody } from "./bodies.ts";
import type { Cache } from "./cache.ts";
import { CONFIG, META } from "./keys.ts";
import type { Table } from "./table.ts";

export interface Configs {
  /** False when the debate exists, or when another one is being created under the same id. */
  place(pk: string, config: DebateConfig): Promise<{ placed: boolean; hash: string }>;
  /** `hash`, from META, makes sure that it is META's. Without it the caller knows that META is there. */
  get(pk: string, hash?: string): Promise<DebateConfig | null>;
  /** Its hash is its revision. */
  putRevision(pk: string, config: DebateConfig): Promise<string>;
  getRevision(pk: string, revision: string): Promise<DebateConfig>;
  forget(pk: string): void;
}

/** A CONFIG without META and older than this is what a creation that died has left. Milliseconds. */
const CREATION_MS = 60_000;

export function createConfigs(table: Table, cache: Cache): Configs {
  const key = (pk: string) => ({ PK: pk, SK: CONFIG });

  async function isFree(pk: string, hash: string): Promise<boolean> {
    const [meta, config] = await Promise.all([table.get({ PK: pk, SK: META }), table.get(key(pk))]);
    if (meta) return false;
    if (!config || config.hash === hash) return true;
    return Date.now() - (config.putAt as number) > CREATION_MS;
  }

  async function place(pk: string, config: DebateConfig) {
    const json = JSON.stringify(config);
    const hash = hashOf(json);
    const item = { ...key(pk), putAt: Date.now(), ...(await writeBody(table, key(pk), json)), hash };
    if (await table.putIfAbsent(item)) return { placed: true, hash };
    if (!(await isFree(pk, hash))) return { placed: false, hash };
    await table.put(item);
    return { placed: true, hash };
  }

  async function load(pk: string): Promise<string | null> {
    const item = await table.get(key(pk));
    if (!item) return null;
    const json = await readBody(table, item);
    cache.set(pk, `${item.hash as string}${json}`);
    return json;
  }

  const revisionKey = (pk: string, revision: string) => ({ PK: pk, SK: `${CONFIG}#${revision}` });

  async function loadRevision(pk: string, revision: string): Promise<string> {
    const at = revisionKey(pk, revision);
    const item = await table.get(at);
    if (!item) throw new ParleyError("internal", "a revision of a configuration is missing");
    const json = await readBody(table, item);
    cache.set(`${pk} ${at.SK}`, json);
    return json;
  }

  return {
    place,
    async putRevision(pk, config) {
      const json = JSON.stringify(config);
      const revision = hashOf(json);
      const at = revisionKey(pk, revision);
      await table.putIfAbsent({ ...at, ...(await writeBody(table, at, json)) });
      return revision;
    },
    async getRevision(pk, revision) {
      const kept = cache.get(`${pk} ${revisionKey(pk, revision).SK}`);
      return JSON.parse(kept ?? (await loadRevision(pk, revision))) as DebateConfig;
    },
    async get(pk, hash) {
      const kept = cache.get(pk);
      const json = kept?.startsWith(hash ?? "") ? kept.slice(HASH_LENGTH) : await load(pk);
      return json === null ? null : (JSON.parse(json) as DebateConfig);
    },
    forget: (pk) => cache.delete(pk),
  };
}

const HASH_LENGTH = hashOf("").length;

/** Characters of each text that META, and so a list, keeps. */
const SHOWN = 1000;

/** The configuration with every long text cut, without its exhibits and what it was made from, and whether any was cut. */
export function cutTexts(config: DebateConfig): { json: string; cut: boolean } {
  let cut = false;
  const json = JSON.stringify({ ...config, request: undefined, defaults: undefined }, (name, value: unknown) => {
    if (name === "exhibits" && value !== undefined) {
      cut = true;
      return undefined;
    }
    if (typeof value !== "string" || value.length <= SHOWN) return value;
    cut = true;
    return value.slice(0, SHOWN).replace(/[\uD800-\uDBFF]$/, "");
  });
  return { json, cut };
}
