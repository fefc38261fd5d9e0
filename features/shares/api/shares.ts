/**
 * Share links: a random token lets anybody read one debate until it expires or is revoked. The store has only its hash.
 * Readers use the same routes as keys, as a caller who may read this one debate.
 */

import { createHash, randomBytes } from "node:crypto";
import { remember } from "../../../api/base/remembered.ts";
import type { Shared } from "../../../api/base/services.ts";
import { SHARE_TOKENS } from "../../../domain/around/outside-records.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { secondsOf } from "../../../domain/play/records/keys.record.ts";
import { SHARES } from "../../../domain/play/records/kinds.record.ts";
import type { StoredShare } from "../../../domain/play/records/stored.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { RecordStore } from "../../../store/port/records.port.ts";
import type { Shelf } from "../../../store/port/shelves.port.ts";
import type { Store } from "../../../store/port/store.ts";
import { createShareWatch, type Watching } from "./watch.shares-api.ts";

export interface Shares {
  /** Throws `conflict` when the debate has 100 working links. */
  create(debate: DebateKey, until: Date): Promise<{ share: StoredShare; path: string }>;
  /** Working links, oldest first. */
  list(debate: DebateKey): Promise<StoredShare[]>;
  /** Ends the link at once in this process, within 5 s elsewhere. False if there is none with this id. */
  revoke(debate: DebateKey, id: string): Promise<boolean>;
  /** null for a token that is expired, revoked, altered or unknown. */
  open(token: string): Promise<Shared | null>;
  /** Dispose of it when the reader leaves. */
  watch(token: string): Watching;
}

declare module "../../../api/base/services.ts" {
  interface Services {
    shares: Shares;
  }
}

/** 32 bytes. */
const TOKEN = /^[\w-]{43}$/;
const TOKEN_BYTES = 32;
const ID_BYTES = 9;
const MOST_LINKS = 100;
const MOST_REMEMBERED = 10_000;

export function createShares({ store, now }: { store: Pick<Store, "records" | "shelves">; now: () => Date }): Shares {
  const { records, shelves } = store;
  const known = remember({ read: (hash) => findShare(records, hash), now, most: MOST_REMEMBERED });
  const isValid = ({ expiresAt }: StoredShare) => Date.parse(expiresAt) > now().getTime();
  const watches = createShareWatch(async (hash) => {
    const share = await findShare(records, hash);
    return share !== null && isValid(share);
  });
  async function list(debate: DebateKey): Promise<StoredShare[]> {
    const shares = (await records.list(debate, SHARES, {})).filter(isValid);
    return shares.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  }

  return {
    list,
    async create(debate, until) {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const share = {
        id: randomBytes(ID_BYTES).toString("base64url"),
        hash: hashOf(token),
        createdAt: now().toISOString(),
        expiresAt: until.toISOString(),
      };
      const place = { id: share.id, bytes: 0, until: secondsOf(share.expiresAt) };
      if ((await shelves.put(shelfOf(debate), place, { things: MOST_LINKS, bytes: 0 })) === "full")
        throw new ParleyError("conflict", `a debate has at most ${MOST_LINKS} links at a time; revoke one of them`);
      await putShare(records, debate, share);
      return { share, path: pathOf(token) };
    },
    async revoke(debate, id) {
      const share = await records.get(debate, SHARES, { id });
      if (!share) return false;
      await records.remove(debate, SHARES, { id });
      await records.remove(share, SHARE_TOKENS, {});
      await shelves.remove(shelfOf(debate), id);
      known.forget(share.hash);
      watches.end(share.hash);
      return isValid(share);
    },
    async open(token) {
      const share = TOKEN.test(token) ? await known.read(hashOf(token)) : null;
      if (!share || !isValid(share)) return null;
      const { tenant, debateId, id } = share;
      return { tenant, debateId, id, path: pathOf(token) };
    },
    watch: (token) => watches.begin(hashOf(token)),
  };
}

/** Of all shares the one whose token has this hash, with its debate; also one that has expired. */
export async function findShare(records: RecordStore, hash: string): Promise<(DebateKey & StoredShare) | null> {
  const place = await records.get({ hash }, SHARE_TOKENS, {});
  const share = place && (await records.get(place, SHARES, place));
  return place && share?.hash === hash ? { ...place, ...share } : null;
}

export async function putShare(records: RecordStore, debate: DebateKey, share: StoredShare): Promise<void> {
  const { tenant, debateId } = debate;
  const { id, hash, expiresAt } = share;
  // First, so that a share that is listed can be opened.
  await records.put({ hash }, SHARE_TOKENS, { tenant, debateId, id, expiresAt: secondsOf(expiresAt) });
  await records.put(debate, SHARES, share);
}

function shelfOf({ tenant, debateId }: DebateKey): Shelf {
  return { tenant, debateId, of: "shares" };
}

const pathOf = (token: string) => `/shared/${token}`;

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
