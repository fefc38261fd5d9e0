/** A command that found no place goes into the backlog, where there is one, and is carried out in its turn. */
import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { situationOf } from "../../domain/rules/state/situation.ts";
import { type Addition, type Command, move } from "../../domain/shapes/lifecycle.shape.ts";
import { ACCEPTED_COMMANDS, AcceptedCommand } from "../../domain/shapes/schemas/accepted.schema.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import { illegalCommand } from "../base/illegal.ts";
import type { LateCommand, Services } from "../base/services.ts";
import { reply } from "../openapi/openapi.ts";

/** Whoever has read of a question in the log may answer before META shows it. */
const CATCH_UP_MS = 2_000;

export const ACCEPTED = reply(
  AcceptedCommand,
  "Too many commands wait: it is accepted, and carried out in its turn without a repeat",
  { Location: "Its address" },
);

export function mayBeLate(command: Command | Addition): command is LateCommand["command"] {
  return (ACCEPTED_COMMANDS as readonly string[]).includes(command);
}

/** null: the command has a place. `require` throws what the stored debate refuses already. */
export function lateCommand(
  c: Context<AppEnv>,
  services: Services,
  call: Omit<LateCommand, "id" | "command"> & { command: Command },
  require = () => {},
): (() => Promise<AcceptedCommand>) | null {
  const { backlog } = services;
  const { record, command, input } = call;
  if (!c.get("isLate") || !backlog || !mayBeLate(command)) return null;
  const until = ({ state }: Pick<DebateRecord, "state">) => move(situationOf(state), command) !== null;
  return async () => {
    require();
    const { state } = await services.debates.wait({ record, until, ms: CATCH_UP_MS, signal: services.leaving(c) });
    if (!until({ state })) throw illegalCommand(command, state);
    const id = c.get("lease")?.updateId ?? randomUUID();
    const accepted = await backlog.accept({ record, command, input, id });
    c.header("Location", accepted.links.self);
    return accepted;
  };
}
