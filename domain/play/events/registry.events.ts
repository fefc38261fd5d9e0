/** All types of events. A family that is not listed here does not exist: its types compile nowhere. */

import { BUDGET } from "./budget.events.ts";
import { CLARIFICATIONS } from "./clarifications.events.ts";
import { CONTEXT } from "./context.events.ts";
import { CONTROL_ARM } from "./control-arm.events.ts";
import { COUNCIL } from "./council.events.ts";
import type { AnyEventDefinition } from "./define-event.ts";
import { FAULTS } from "./faults.events.ts";
import { JUDGE } from "./judge.events.ts";
import { BEGINNING, ENDING } from "./lifecycle.events.ts";
import { OUTPUT } from "./output.events.ts";
import { OWNER } from "./owner.events.ts";
import { POLLS } from "./polls.events.ts";
import { PREPARATION } from "./preparation.events.ts";
import { QUESTION } from "./question.events.ts";
import { RESULT } from "./result.events.ts";
import { ROUNDS } from "./rounds.events.ts";
import { TOOLS } from "./tools.events.ts";
import { TURNS } from "./turns.events.ts";

/** In the order in which the documentation lists them. */
export const EVENTS = [
  ...BEGINNING,
  ...PREPARATION,
  ...CLARIFICATIONS,
  ...ROUNDS,
  ...TURNS,
  ...TOOLS,
  ...JUDGE,
  ...CONTROL_ARM,
  ...QUESTION,
  ...COUNCIL,
  ...POLLS,
  ...CONTEXT,
  ...FAULTS,
  ...BUDGET,
  ...OWNER,
  ...RESULT,
  ...OUTPUT,
  ...ENDING,
] as const;
export type Registered = (typeof EVENTS)[number];

export const EVENT_NAMES = EVENTS.map(({ type }) => type);

const BY_TYPE = new Map<string, AnyEventDefinition>(EVENTS.map((event) => [event.type, event]));

export function definitionOf(type: string): AnyEventDefinition | undefined {
  return BY_TYPE.get(type);
}
