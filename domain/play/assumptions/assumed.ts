/** What an estimate assumes of a step: events as activities would report them, without a model. */

import { billedOf, NO_SPEND } from "../../shapes/state/costs.state.ts";
import type { ActSpec } from "../../shapes/state/steps.ts";
import type { BriefEvent, EventBriefs, EventType } from "../events/events.ts";

export const FREE = billedOf(NO_SPEND);
export const AT = "2026-01-01T00:00:00.000Z";

export function eventOf<T extends EventType>(type: T, data: EventBriefs[T]): BriefEvent {
  return { type, at: AT, data } as BriefEvent;
}

export function actorOf({ by }: ActSpec): string {
  return typeof by === "string" ? by : by.participantId;
}
