/** The next of a participant's fallbacks takes its seat, as if the debate's owner had given it another model. */
import { takesPart } from "../../rules/request/taking-part.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { settingsOf } from "./chosen-model.ts";
import { withSettings } from "./other-models.ts";

/** The configuration, and the request that is stored in it, from then on. Null: no model is left. */
export function reseated(config: DebateConfig, participantId: string, catalogue: Catalogue): DebateConfig | null {
  const index = config.participants.findIndex(({ id }) => id === participantId);
  const before = config.participants[index];
  const [next, ...fallbacks] = before?.fallbacks ?? [];
  if (!before || !next) return null;
  const { temperature, maxOutputTokens } = before;
  const settings = settingsOf(next, { catalogue, most: maxOutputTokens, temperature });
  const seat = withSettings(before, { ...settings, ...(fallbacks.length > 0 && { fallbacks }) });
  return {
    ...config,
    participants: config.participants.with(index, seat),
    demo: config.demo || catalogue.provider(next.provider)?.demo === true,
    ...(config.request && { request: reseatedIn(config.request, index) }),
  };
}

type Sent = { model: unknown; enabled?: boolean; fallbacks?: unknown[] };

/** `index`: among those who take part. */
function reseatedIn(request: NonNullable<DebateConfig["request"]>, index: number) {
  const sent = (request["participants"] ?? []) as Sent[];
  const seat = sent.filter(takesPart)[index];
  const participants = sent.map((each) => {
    if (each !== seat) return each;
    const { fallbacks: [model, ...left] = [], ...rest } = each;
    return { ...rest, model, ...(left.length > 0 && { fallbacks: left }) };
  });
  return { ...request, participants };
}
