/** Commands to a debate: synchronous, answered with the debate after the command was accepted and recorded. */
import { createRoute, z } from "@hono/zod-openapi";
import { WorkflowNotFoundError } from "@temporalio/client";
import { faultsOf } from "../../domain/checks.ts";
import { ParleyError } from "../../domain/errors.ts";
import { type Addition, allowedCommands, COMMANDS, type Command, isTerminal } from "../../domain/lifecycle.ts";
import { Debate } from "../../domain/schemas/debate.ts";
import { situationOf } from "../../domain/state.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import type { CommandInput, CommandOutcome } from "../../workflows/messages.ts";
import { readJson } from "../body.ts";
import { illegal, sendCommand } from "../command-update.ts";
import { type App, COMMAND_TIMEOUT_MS } from "../context.ts";
import { debateAfter } from "../debate-after.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, DebateParams, debateBodyProblems, header, json, NoQuery, registerSchema } from "../openapi.ts";
import { CommandRequest, PauseRequest, StopRequest } from "../schemas.ts";
import type { Services } from "../services.ts";

/** Answers and decisions have routes of their own, answers.ts and decisions.ts; `configure` is PATCH, change.ts. */
type PlainCommand = Exclude<Command, "submitAnswers" | "configure" | "decide">;
const PLAIN = COMMANDS.filter(
  (command) => command !== "submitAnswers" && command !== "configure" && command !== "decide",
);

const SUMMARIES: Record<PlainCommand, string> = {
  validate: "Check a draft",
  start: "Start a debate that is ready",
  pause: "Pause once the work in flight is done, or now",
  resume: "Go on where it was paused",
  stop: "End it: let the judge rule on what there is, or abandon it",
  retry: "Try again after a fault",
  acknowledge: "Say that a warning was seen",
  reset: "Begin anew after a fault, as a draft; what was said and spent so far stays",
};
const BODIES: Partial<Record<Command, string>> = { pause: "PauseRequest", stop: "StopRequest" };

function routeOf(command: PlainCommand) {
  return createRoute({
    method: "post",
    path: `/v1/debates/{id}/${command}`,
    operationId: `${command}Debate`,
    summary: SUMMARIES[command],
    tags: ["Commands"],
    middleware: answersJson,
    request: {
      params: DebateParams,
      query: NoQuery,
      body: bodyOf(BODIES[command] ?? "CommandRequest", { required: false }),
    },
    responses: {
      200: { ...json(Debate, "The debate after the command"), headers: { ETag: header("Its version") } },
      ...debateBodyProblems(),
    },
  });
}

export function registerCommands(app: App, services: Services): void {
  registerSchema(app, "CommandRequest", CommandRequest);
  registerSchema(app, "PauseRequest", PauseRequest);
  registerSchema(app, "StopRequest", StopRequest);
  for (const command of PLAIN) {
    app.openapi(routeOf(command), async (c) => {
      const record = await services.debates.require(c.get("tenant"), c.req.valid("param").id);
      const input = commandInput(command, await readJson(c, { optional: true }));
      const outcome = await give(services, { record, command, input });
      const after = await debateAfter(c, services, { record, until: (now) => isReached(now, command, outcome) });
      return c.json(await services.debates.view(after), 200);
    });
  }
}

/** A validation takes a moment, and what it found is what the caller asked for. */
function isReached({ version, state }: DebateRecord, command: Command, outcome: CommandOutcome): boolean {
  return version >= outcome.version && !(command === "validate" && state.status === "validating");
}

/** Throws what keeps the command from being obeyed, as the API says it. */
export async function give(
  services: Services,
  call: { record: DebateRecord; command: Command | Addition; input: CommandInput },
) {
  const { record, command, input } = call;
  const timeoutMs = services.settings.commandTimeoutMs ?? COMMAND_TIMEOUT_MS;
  if (isTerminal(record.state.status)) throw illegalNow(record, command);
  try {
    return await sendCommand({ temporal: services.temporal, id: record.id, command, input, timeoutMs });
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    const now = await services.debates.require(record.tenant, record.id);
    if (isTerminal(now.state.status)) throw illegalNow(now, command);
    throw new ParleyError("unavailable", "no workflow runs for this debate at the moment; try again");
  }
}

function illegalNow({ state }: DebateRecord, command: Command | Addition): ParleyError {
  return illegal(command, { status: state.status, allowed: allowedCommands(situationOf(state)) });
}

/** Throws `invalid-request` for whatever the command does not take. */
function commandInput(command: Command, body: unknown = {}): CommandInput {
  const schemas: Partial<Record<Command, z.ZodType<CommandInput>>> = { pause: PauseRequest, stop: StopRequest };
  const parsed = z.safeParse<z.ZodType<CommandInput>>(schemas[command] ?? CommandRequest, body);
  if (parsed.success) return parsed.data;
  throw new ParleyError("invalid-request", `the body of ${command} is not valid`, { errors: faultsOf(parsed.error) });
}
