/** The owner decides, as an update and as a signal; or nobody does, and the default is taken. */
import { ApplicationFailure, setHandler } from "@temporalio/workflow";
import { stopped } from "../domain/budget/decision.ts";
import { parseModel } from "../domain/catalogue.ts";
import type { Decision } from "../domain/decision.ts";
import { choiceProblems, remedyOf, standingOf } from "../domain/decisions.ts";
import { laterJudgeProblems } from "../domain/judging/independence.ts";
import { isTerminal, move } from "../domain/lifecycle.ts";
import type { Remedy } from "../domain/policies.ts";
import type { Problem } from "../domain/schemas/faults.ts";
import { situationOf } from "../domain/state.ts";
import { storeActs } from "./acts.ts";
import { patched } from "./changes.ts";
import { requireLegal } from "./commands.ts";
import { COMMAND_SIGNALS, type CommandInput, REFUSED } from "./messages.ts";
import { publish } from "./publishing.ts";
import { drop, replaceJudge, skip, squeeze } from "./remedies.ts";
import type { DebateRun } from "./run.ts";
import { listenForUpdate } from "./updates.ts";

const COMMAND = "decide";
type Made = NonNullable<Decision["made"]>;

export function listenForDecisions(run: DebateRun): void {
  listenForUpdate(run, COMMAND, {
    require: (input) => requireOpen(run, input),
    async work(input) {
      const problems = await decide(run, input);
      if (problems.length > 0) throw refused(problems);
      await publish(run);
    },
  });
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
  if (!decision) return [];
  const problems = choiceProblems(decision.asked, { option, params });
  const id = params?.["model"];
  const model = typeof id === "string" ? parseModel(id) : null;
  return problems.length > 0 || !model ? problems : laterJudgeProblems(run.plan, [{ pointer: "/params/model", model }]);
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
    const unfit = await unknownModel(run, params?.["model"]);
    if (unfit.length > 0) return unfit;
    const low = option === "raise" ? await raise(run, params) : null;
    if (low !== null) return [{ pointer: "/params", detail: low }];
    const made: Made = { option, ...(params && { params }), by: "owner", at: new Date().toISOString() };
    return (await conclude(run, made, input.reason))
      ? []
      : [{ pointer: "", detail: "the debate has gone on meanwhile" }];
  } finally {
    run.deciding = false;
  }
}

/** Asked where the calls will be made. */
async function unknownModel(run: DebateRun, id: string | number | undefined): Promise<Problem[]> {
  const model = id === undefined ? null : parseModel(String(id));
  if (!model) return [];
  const { maxMicroUsd, warnAtMicroUsd } = run.plan.budget ?? {};
  const priced = maxMicroUsd !== undefined || warnAtMicroUsd !== undefined;
  const asked = { models: [model], ...(priced && { priced }) };
  const found = await storeActs("the new judge's provider and key").checkProviders(asked);
  return found.map(({ detail }) => ({ pointer: "/params/model", detail }));
}

/** The new limits become part of the configuration, as with a PATCH; tells why not. */
function raise(run: DebateRun, params: Made["params"]): Promise<string | null> {
  const { maxCostUsd, maxTokens } = params ?? {};
  const limits = { ...(maxCostUsd !== undefined && { maxCostUsd }), ...(maxTokens !== undefined && { maxTokens }) };
  return patched(run, "amend", { limits });
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
  const ends = asked.kind === "cost_limit" && remedy.kind === "end";
  const marked = ends ? { degradation: stopped(run.state, asked.question) } : {};
  const { round } = run.state;
  const tell = () => run.emit("decision.made", { round, decision: { ...asked, made }, ...given, ...marked });
  if (remedy.kind === "drop") {
    await drop(run, { fault, participantId, ...(turn && { turn }) });
    if (run.state.decision?.asked.id !== asked.id) return false;
  }
  tell();
  if (remedy.kind === "skip" && act) skip(run, act, fault.message);
  if (remedy.kind === "squeeze") squeeze(run, remedy, { room: decision.room, participantId });
  if (remedy.kind === "replace") replaceJudge(run, remedy.model, { by: "owner", why: fault.message, act });
  goOn(run, remedy, made);
  return true;
}

function goOn(run: DebateRun, remedy: Remedy, made: Made): void {
  const { state } = run;
  const ends = remedy.kind === "end" || (remedy.kind === "drop" && remedy.ends);
  const decided = remedy.kind === "abandon" ? "abandons" : ends ? "ends" : remedy.kind === "error" ? "fails" : "goesOn";
  const status = move({ ...situationOf(state, run), decided }, COMMAND) ?? state.status;
  const byOwner = remedy.kind === "end" && made.by === "owner";
  const isBudget = state.decision?.asked.kind === "cost_limit";
  const endedBy = isBudget ? ("budget" as const) : byOwner ? ("owner" as const) : ("policy" as const);
  run.emit("debate.status", {
    status,
    phase: isTerminal(status) ? null : state.phase,
    round: state.round,
    // A pause that was asked for before holds once the debate goes on.
    pausing: status === "error" || isTerminal(status) ? false : state.pausing,
    by: COMMAND,
    ...(status === "error" && state.error && { error: state.error }),
    ...(status === "concluding" && decided === "ends" && !state.endedBy && { endedBy }),
  });
  if (status === "cancelled") run.emit("debate.cancelled", { status, reason: "its owner abandoned it at its limit" });
}
