/** Services that routes share, built once per app: the own ones, and what features put in their place. */

import type { AppDeps } from "./base/context.api-base.ts";
import { LIMITS } from "./base/limits.api-base.ts";
import { createLinks } from "./base/links.ts";
import { HELD } from "./base/places.ts";
import { NO_PRESETS, NO_RATES, NO_RECEIPTS, NO_WEBHOOKS, type Services } from "./base/services.ts";
import { createDebates } from "./debates/debates.debates-api.ts";
import { createOrphanEnder } from "./debates/orphans.debates-api.ts";
import type { ApiFeature } from "./feature.ts";
import { createCursors } from "./http/cursors.ts";
import { encryptedResponses } from "./idempotency/stored-responses.ts";
import { NO_METER } from "./observe/meter.api.ts";
import { createDoor } from "./places/door.ts";
import { createHeldPlaces } from "./places/held.ts";
import { createPriorities } from "./quotas/priority.ts";
import { createRejudgementEnder } from "./rejudgements/orphans.api.ts";
import { createTranscripts } from "./transcripts/transcripts.ts";

export function createServices(deps: AppDeps, features: readonly ApiFeature[]): Services {
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
  const services = {
    ...deps,
    store,
    meter: deps.meter ?? NO_METER,
    links,
    debates,
    transcripts: createTranscripts({ ...deps, debates, earned: (tenant) => services.earned(tenant) }),
    earned: NO_RATES,
    cursors: createCursors(deps.settings.secret),
    priorities: createPriorities(),
    door: createDoor(),
    streams: createHeldPlaces("event streams", { ...HELD.streams, byKey: streams, byShare: shareStreams }),
    waits: createHeldPlaces("waiting requests", { ...HELD.waits, byKey: waits }),
    presets: NO_PRESETS,
    webhooks: NO_WEBHOOKS,
    backlog: null,
    signed: NO_RECEIPTS,
    leaving: (c) => (closing ? AbortSignal.any([c.req.raw.signal, closing]) : c.req.raw.signal),
  } as Services;
  for (const feature of features) Object.assign(services, feature.services?.(services));
  return services;
}
