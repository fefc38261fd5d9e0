/**
 * A debate's state is the fold of its event log. The same events give the same state, so a stored log leads to the
 * stored state.
 */

import type { DebateState } from "../../shapes/state/state.ts";
import { toBrief } from "../events/brief.events.ts";
import { type BriefEvent, type DraftEvent } from "../events/events.ts";
import { definitionOf } from "../events/registry.events.ts";

/** The state after one more event, as the event's definition says. */
export function reduce(state: DebateState, { type, at, data }: BriefEvent): DebateState {
  return definitionOf(type)?.reduce?.(state, data, at) ?? state;
}

/** The state after these events of a log. */
export function reduceLog(state: DebateState, events: DraftEvent[]): DebateState {
  return events.reduce((now, event) => reduce(now, toBrief(event)), state);
}
