/** The owner decides, as an update and as a signal; or nobody does, and the default is taken. */
import { ApplicationFailure, setHandler } from "@temporalio/workflow";
import { parseModel } from "../domain/catalogue.ts";
import type { Decision } from "../domain/decision.ts";
import { choiceProblems, remedyOf, standingOf } from "../domain/decisions.ts";
import { move } from "../domain/lifecycle.ts";
import type { Remedy } from "../domain/policies.ts";
import type { Problem } from "../domain/schemas.ts";
import { situationOf } from "../domain/state.ts";
import { storeActs } from "./acts.ts";
import { requireLegal } from "./commands.ts";
import { COMMAND_SIGNALS, COMMAND_UPDATES, type CommandInput, REFUSED } from "./messages.ts";
import { publish } from "./publishing.ts";
import { drop, replaceJudge, skip } from "./remedies.ts";
import type { DebateRun } from "./run.ts";

const COMMAND = "decide";
type Made = NonNullable<Decision["made"]>;

export function listenForDecisions(run: DebateRun): void {
  setHandler(
    COMMAND_UPDATES[COMMAND],
    async (input: CommandInput = {}) => {
      const problems = await decide(run, input);
      if (problems.length > 0) throw refused(problems);
      await publish(run);
      return { version: run.version, state: { ...run.state, assessments: [] } };
    },
    { validator: (input: CommandInput = {}) => requireOpen(run, input) },
  );
  setHandler(COMMAND_SIGNALS[COMMAND], async (input: CommandInput = {}) => {
    const why = closed(run, input) ?? sentenceOf(await decide(run, input));
    if (why !== null) run.emit("command.ignored", { command: COMMAND, why });
    await publish(run);
  });
}

function requireOpen(run: DebateRun, input: CommandInput): void {
  if (standingOf(run.state, input.decisionId ?? "") === "unknown")
    throw ApplicationFailure.nonRetryable("there is no such decision", REFUSED.unknown);
  requireLegal(run, COMMAND, input);
  const why = closed(run, input);
  if (why !== null) throw refused([{ pointer: "", detail: why }]);
  const problems = problemsOf(run, input);
  if (problems.length > 0) throw refused(problems);
}

function refused(problems: Problem[]): ApplicationFailure {
  return ApplicationFailure.nonRetryable("the decision is not valid", REFUSED.invalid, problems);
}

/** Why nothing can be decided now. A signal need not name the decision. */
function closed(run: DebateRun, { decisionId }: CommandInput): string | null {
  const { decision, status } = run.state;
  if (status !== "awaiting_decision" || !decision) return `${COMMAND} is not legal while the debate is ${status}`;
  if (run.deciding) return "the decision is being made already";
  return decisionId !== undefined && decisionId !== decision.asked.id ? `${decisionId} is not open` : null;
}

function problemsOf(run: DebateRun, { option, params }: CommandInput): Problem[] {
  const { decision } = run.state;
  return decision ? choiceProblems(decision.asked, { option, params }) : [];
}

function sentenceOf(problems: Problem[]): string | null {
  return problems.length > 0 ? problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ") : null;
}

/** Makes the open decision; tells why not. */
async function decide(run: DebateRun, input: CommandInput): Promise<Problem[]> {
  const why = closed(run, input);
  if (why !== null) return [{ pointer: "", detail: why }];
  const problems = problemsOf(run, input);
  if (problems.length > 0) return problems;
  const { option, params } = input as Pick<Made, "option" | "params">;
  run.deciding = true;
  try {
    const unfit = await unknownModel(params?.["model"]);
    if (unfit.length > 0) return unfit;
    const made: Made = { option, ...(params && { params }), by: "owner", at: new Date().toISOString() };
    return (await conclude(run, made, input.reason))
      ? []
      : [{ pointer: "", detail: "the debate has gone on meanwhile" }];
  } finally {
    run.deciding = false;
  }
}

/** Asked where the calls will be made. */
async function unknownModel(id: string | undefined): Promise<Problem[]> {
  const model = id === undefined ? null : parseModel(id);
  if (!model) return [];
  const found = await storeActs("the new judge's provider and key").checkProviders({ models: [model] });
  return found.map(({ detail }) => ({ pointer: "/params/model", detail }));
}

/** Takes the default of the open decision, since nobody decided in time. */
export async function takeDefault(run: DebateRun): Promise<void> {
  const { decision } = run.state;
  if (!decision) return;
  run.deciding = true;
  try {
    await conclude(run, { option: decision.asked.default, by: "default", at: new Date().toISOString() });
  } finally {
    run.deciding = false;
  }
}

/** False when the debate is no longer waiting: a stop came while the failed turn was being kept. */
async function conclude(run: DebateRun, made: Made, reason?: string): Promise<boolean> {
  const { decision, error } = run.state;
  if (!decision) return false;
  const { asked, turn, act } = decision;
  const { participantId } = asked;
  const remedy = remedyOf({ plan: run.plan, state: run.state }, made);
  const fault = { kind: error?.kind ?? asked.kind, message: error?.message ?? asked.question };
  const given = reason === undefined ? {} : { reason };
  const tell = () => run.emit("decision.made", { round: run.state.round, decision: { ...asked, made }, ...given });
  if (remedy.kind === "drop") {
    await drop(run, { fault, participantId, ...(turn && { turn }) });
    if (run.state.decision?.asked.id !== asked.id) return false;
  }
  tell();
  if (remedy.kind === "skip" && act) skip(run, act, fault.message);
  if (remedy.kind === "replace") replaceJudge(run, remedy.model, { by: "owner", why: fault.message, act });
  goOn(run, remedy, made);
  return true;
}

function goOn(run: DebateRun, remedy: Remedy, made: Made): void {
  const { state } = run;
  const ends = remedy.kind === "end" || (remedy.kind === "drop" && remedy.ends);
  const decided = ends ? "ends" : remedy.kind === "error" ? "fails" : "goesOn";
  const status = move({ ...situationOf(state, run), decided }, COMMAND) ?? state.status;
  const endedBy = remedy.kind === "end" && made.by === "owner" ? ("owner" as const) : ("policy" as const);
  run.emit("debate.status", {
    status,
    phase: state.phase,
    round: state.round,
    // A pause that was asked for before holds once the debate goes on.
    pausing: status === "error" ? false : state.pausing,
    by: COMMAND,
    ...(status === "error" && state.error && { error: state.error }),
    ...(status === "concluding" && decided === "ends" && !state.endedBy && { endedBy }),
  });
}
