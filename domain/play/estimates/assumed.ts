/** What an estimate assumes of a step: events as activities would report them, without a model. */

import { billedOf, NO_SPEND } from "../../shapes/costs.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { type ActSpec, type ModelActSpec, participantOf } from "../../shapes/steps.ts";
import type { Asked } from "../acts/act.ts";
import type { BriefEvent, EventBriefs, EventType } from "../events/events.ts";

export const FREE = billedOf(NO_SPEND);
export const AT = "2026-01-01T00:00:00.000Z";

export function eventOf<T extends EventType>(type: T, data: EventBriefs[T]): BriefEvent {
  return { type, at: AT, data } as BriefEvent;
}

/** An act as its record needs it, where the debate is. */
export function askedOf(act: ModelActSpec, state: DebateState): Asked {
  const { generation, round } = state;
  return { id: act.id, state, generation, round, endedBy: null, ...participantOf(act) };
}

export function actorOf({ by }: ActSpec): string {
  return typeof by === "string" ? by : by.participantId;
}
