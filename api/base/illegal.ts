/** The problem `illegal-transition`, with the debate's status and its legal commands. */
import { ParleyError } from "../../domain/base/errors.base.ts";
import { situationOf } from "../../domain/rules/state/situation.ts";
import { type Addition, allowedCommands, type Command } from "../../domain/shapes/lifecycle.shape.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";

export function illegal(why: string, state: DebateState, errors: Problem[] = []): ParleyError {
  return new ParleyError("illegal-transition", why, {
    debateStatus: state.status,
    allowed: allowedCommands(situationOf(state)),
    ...(errors.length > 0 && { errors }),
  });
}

export function illegalCommand(command: Command | Addition, state: DebateState): ParleyError {
  return illegal(`${command} is not legal while the debate is ${state.status}`, state);
}
