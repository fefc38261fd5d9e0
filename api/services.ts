/** What the routes share, built once per app. */
import type { Context } from "hono";
import type { AppDeps, AppEnv } from "./context.ts";
import { type Cursors, createCursors } from "./cursors.ts";
import { createDebates, type Debates } from "./debates.ts";
import { createLinks, type Links } from "./links.ts";
import { type Meter, NO_METER } from "./meter.ts";
import { createMender } from "./orphans.ts";
import { createRejudgementMender } from "./rejudgement-orphans.ts";

export interface Services extends AppDeps {
  meter: Meter;
  links: Links;
  debates: Debates;
  cursors: Cursors;
  /** Aborts when the caller leaves or the server closes. */
  leaving(c: Context<AppEnv>): AbortSignal;
}

export function createServices(deps: AppDeps): Services {
  const links = createLinks(deps.settings);
  const { closing } = deps;
  const [mendDebate, mendRejudgements] = [createMender(deps), createRejudgementMender(deps)];
  return {
    ...deps,
    meter: deps.meter ?? NO_METER,
    links,
    debates: createDebates({
      store: deps.store,
      links,
      mend: async (record) => mendRejudgements(await mendDebate(record)),
    }),
    cursors: createCursors(deps.settings.secret),
    leaving: (c) => (closing ? AbortSignal.any([c.req.raw.signal, closing]) : c.req.raw.signal),
  };
}
