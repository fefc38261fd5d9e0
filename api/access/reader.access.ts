/** What a caller is shown: the whole debate to a key, and to a share's reader what `domain/show/export/shared.export.ts` selects. */

import type { Context } from "hono";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { sharedDebate, sharedEvent, sharedTranscript } from "../../domain/show/export/shared.export.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import type { Links } from "../base/links.ts";
import type { Reader } from "../base/services.ts";
import { sharedIn } from "../base/shared-in.ts";

export const OWNER: Reader = {
  id: "owner",
  seesPrompts: true,
  debate: (debate) => debate,
  transcript: (whole) => whole,
  event: (event) => event,
};

export function readerOf(c: Context<AppEnv>, links: Links): Reader {
  const shared = sharedIn(c);
  if (!shared) return OWNER;
  const own = linksOf(links.to(shared.path));
  return {
    id: `share:${shared.id}`,
    seesPrompts: false,
    debate: (debate) => sharedDebate(debate, own),
    transcript: (whole) => sharedTranscript(whole, own),
    event: sharedEvent,
  };
}

function linksOf(watch: string): Debate["links"] {
  const [self, events, transcript] = [`${watch}/debate`, `${watch}/events`, `${watch}/transcript`];
  return { self, events, transcript, watch, temporal: null };
}
