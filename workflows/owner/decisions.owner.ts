/** The owner's decision, as an update and as a signal; or the default, when nobody decides in time. */
import { ApplicationFailure } from "@temporalio/workflow";
import { whenDone } from "../../domain/base/work.ts";
import { carryOutDecision } from "../../domain/play/faults/decide.ts";
import { choiceProblems, standingOf } from "../../domain/play/faults/decisions.faults.ts";
import { laterJudgeProblems } from "../../domain/rules/request/independence.ts";
import { parseModel } from "../../domain/shapes/catalogue/catalogue.ts";
import { REFUSED } from "../../domain/shapes/refusals.ts";
import type { Decision } from "../../domain/shapes/schemas/decision.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import { type CommandInput } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { storeActs } from "../steps/activity-proxies.ts";
import { publish } from "../steps/publishing.ts";
import { closeTurn } from "../steps/run-act.step.ts";
import { patched } from "./changes.owner.ts";
import { requireLegal } from "./commands.owner.ts";
import { invalid, listenFor, sentenceOf } from "./updates.owner.ts";

const COMMAND = "decide";
type Made = NonNullable<Decision["made"]>;

export function listenForDecisions(run: DebateRun): void {
  listenFor(run, COMMAND, {
    require: (input) => requireOpen(run, input),
    async work(input) {
      const problems = await decide(run, input);
      if (problems.length > 0) throw refused(problems);
      await publish(run);
    },
    signalled: (input) => closed(run, input) ?? decide(run, input).then(sentenceOf),
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
  return invalid("the decision is not valid", problems);
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

/** Makes the open decision. Returns why it could not. */
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
    const isMade = await carryOut(run, made, input.reason);
    return isMade ? [] : [{ pointer: "", detail: "the debate has gone on meanwhile" }];
  } finally {
    run.deciding = false;
  }
}

/** Checked by a worker, where the calls will be made. */
async function unknownModel(run: DebateRun, id: string | number | undefined): Promise<Problem[]> {
  const model = id === undefined ? null : parseModel(String(id));
  if (!model) return [];
  const { maxMicroUsd, warnAtMicroUsd } = run.plan.budget ?? {};
  const priced = maxMicroUsd !== undefined || warnAtMicroUsd !== undefined;
  const asked = { models: [model], ...(priced && { priced }) };
  const found = await storeActs("the new judge's provider and key").checkProviders(asked);
  const problems = "home" in found ? found.problems : found;
  return problems.map(({ detail }) => ({ pointer: "/params/model", detail }));
}

/** The new limits become part of the configuration, as with a PATCH. Returns why they cannot. */
function raise(run: DebateRun, params: Made["params"]): Promise<string | null> {
  const { maxCostUsd, maxTokens } = params ?? {};
  const limits = { ...(maxCostUsd !== undefined && { maxCostUsd }), ...(maxTokens !== undefined && { maxTokens }) };
  return patched(run, "amend", { limits });
}

/** Takes the default of the open decision. */
export async function takeDefault(run: DebateRun): Promise<void> {
  const { decision } = run.state;
  if (!decision) return;
  run.deciding = true;
  try {
    await carryOut(run, { option: decision.asked.default, by: "default", at: new Date().toISOString() });
  } finally {
    run.deciding = false;
  }
}

function carryOut(run: DebateRun, made: Made, reason?: string): Promise<boolean> {
  return whenDone(carryOutDecision(made, reason, { debate: run, closeTurn: (turn) => closeTurn(run, turn) }));
}
