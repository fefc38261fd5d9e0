/** The problem `illegal-transition`, with the debate's status and its legal commands. */
import { ParleyError } from "../../domain/errors.ts";
import { type Addition, allowedCommands, type Command } from "../../domain/lifecycle.ts";
import type { Problem } from "../../domain/schemas/faults.ts";
import { situationOf } from "../../domain/state/situation.ts";
import type { DebateState } from "../../domain/state/state.ts";

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
