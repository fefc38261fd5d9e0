/** Services that routes share, built once per app. */
import type { Context } from "hono";
import { LIMITS } from "./base/limits.ts";
import type { AppDeps, AppEnv, Meter } from "./base/context.ts";
import { createDebates, type Debates } from "./debates/debates.ts";
import { createOrphanEnder } from "./debates/orphans.ts";
import { type Cursors, createCursors } from "./http/cursors.ts";
import { encryptedResponses } from "./idempotency/stored-responses.ts";
import { createLinks, type Links } from "./base/links.ts";
import { NO_METER } from "./observe/meter.ts";
import { createDoor, type Door } from "./places/door.ts";
import { createHeldPlaces, type HeldPlaces } from "./places/held.ts";
import { HELD } from "./base/places.ts";
import { createPriorities } from "./quotas/priority.ts";
import { createRejudgementEnder } from "./rejudgements/orphans.ts";
import { createShares, type Shares } from "./shares/shares.ts";
import { createTranscripts, type Transcripts } from "./transcripts/transcripts.ts";

export interface Services extends AppDeps {
  meter: Meter;
  links: Links;
  debates: Debates;
  cursors: Cursors;
  door: Door;
  streams: HeldPlaces;
  /** Of requests that wait. */
  waits: HeldPlaces;
  priorities: ReturnType<typeof createPriorities>;
  shares: Shares;
  transcripts: Transcripts;
  /** Aborts when the caller leaves or the server closes. */
  leaving(c: Context<AppEnv>): AbortSignal;
}

export function createServices(deps: AppDeps): Services {
  const links = createLinks(deps.settings);
  const { closing } = deps;
  const store = { ...deps.store, idempotency: encryptedResponses(deps.store.idempotency, deps.settings.secret) };
  const [endDebate, endRejudgements] = [createOrphanEnder(deps), createRejudgementEnder(deps)];
  const debates = createDebates({
    store: deps.store,
    links,
    endOrphan: async (record) => endRejudgements(await endDebate(record)),
  });
  const { streams, shareStreams, waits } = deps.settings.limits ?? LIMITS;
  return {
    ...deps,
    store,
    meter: deps.meter ?? NO_METER,
    links,
    debates,
    transcripts: createTranscripts({ ...deps, debates }),
    cursors: createCursors(deps.settings.secret),
    priorities: createPriorities(),
    door: createDoor(),
    streams: createHeldPlaces("event streams", { ...HELD.streams, byKey: streams, byShare: shareStreams }),
    waits: createHeldPlaces("waiting requests", { ...HELD.waits, byKey: waits }),
    shares: createShares({ store: deps.store, now: () => deps.now() }),
    leaving: (c) => (closing ? AbortSignal.any([c.req.raw.signal, closing]) : c.req.raw.signal),
  };
}
