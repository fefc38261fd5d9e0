/** Another model, or other options of it, for participants of a debate in error. Nothing else of them can change. */
import { isObject } from "../../base/is-object.ts";
import { openTo } from "../../rules/request/options-in-model.ts";
import { withUsualModels } from "../../rules/seats/usual-models.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { CallSettings } from "../../shapes/catalogue/model-ref.ts";
import type { DebateConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import { picked } from "../../shapes/plan/picked.ts";
import { unique } from "../../shapes/problems.shape.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { configOf } from "./configure.beginning.ts";
import { checkDraft } from "./draft.beginning.ts";

type Sent = Record<string, unknown>;

/** `refused`: why they cannot change. */
export type OtherModels = Partial<Pick<DebateConfig, "participants" | "demo">> & { refused?: Problem[] };

const SETTINGS = [
  "provider",
  "model",
  "priceUsdPerMTok",
  "temperature",
  "topP",
  "maxOutputTokens",
  "contextWindow",
  "images",
] as const satisfies readonly (keyof CallSettings)[];

/** A participant is listed in its place; what is left out of it stays. Null: it is no such list. */
export function mergedParticipants(before: unknown, now: unknown): Sent[] | null {
  if (!Array.isArray(before) || !Array.isArray(now) || before.length !== now.length) return null;
  if (!now.every(isObject)) return null;
  return before.map((p: Sent, i) => ({ ...openTo(p, now[i] as Sent), ...(now[i] as Sent) }));
}

/** `request` is the stored one with the participants that are wanted now. */
export function withOtherModels(config: DebateConfig, request: Sent, catalogue: Catalogue): OtherModels {
  const { body } = withUsualModels(request, catalogue);
  const { request: checked, refused, problems } = checkDraft(body, catalogue);
  const amiss = [...refused, ...fixed(config.request?.["participants"], request["participants"]), ...problems];
  if (!checked || amiss.length > 0) return { refused: unique(amiss) };
  const next = configOf(checked, catalogue);
  const participants = config.participants.map((p, i) => withSettings(p, next.participants[i] ?? p));
  return { participants, demo: config.demo || next.demo };
}

type Seated = CallSettings & Pick<ParticipantConfig, "fallbacks">;

/** Who speaks for a participant from now on. */
export function withSettings(before: ParticipantConfig, now: Seated): ParticipantConfig {
  const {
    priceUsdPerMTok: _price,
    topP: _topP,
    contextWindow: _window,
    images: _images,
    fallbacks: _left,
    ...rest
  } = before;
  return { ...rest, ...picked(now, [...SETTINGS, "fallbacks"]) };
}

/** What of a participant is no part of its model. */
function fixed(before: unknown, now: unknown): Problem[] {
  const [were, are] = [before, now] as Sent[][];
  return (are ?? []).flatMap((participant, i) =>
    Object.keys(participant)
      .filter(
        (name) =>
          !["model", "fallbacks"].includes(name) &&
          JSON.stringify(participant[name]) !== JSON.stringify(were?.[i]?.[name]),
      )
      .map((name) => ({ pointer: `/participants/${i}/${name}`, detail: "cannot change once the debate has started" })),
  );
}
