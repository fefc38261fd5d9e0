/** All types of events. A family that is not listed here does not exist: its types compile nowhere. */

import { BUDGET } from "./budget.ts";
import { CLARIFICATIONS } from "./clarifications.ts";
import { CONTEXT } from "./context.ts";
import { CONTROL_ARM } from "./control-arm.ts";
import { COUNCIL } from "./council.ts";
import type { AnyEventDefinition } from "./define-event.ts";
import { FAULTS } from "./faults.ts";
import { JUDGE } from "./judge.ts";
import { BEGINNING, ENDING } from "./lifecycle.ts";
import { OUTPUT } from "./output.ts";
import { OWNER } from "./owner.ts";
import { POLLS } from "./polls.ts";
import { PREPARATION } from "./preparation.ts";
import { QUESTION } from "./question.ts";
import { RESULT } from "./result.ts";
import { ROUNDS } from "./rounds.ts";
import { TOOLS } from "./tools.ts";
import { TURNS } from "./turns.ts";

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
