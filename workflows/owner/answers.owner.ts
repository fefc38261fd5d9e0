/** The owner's answers, as an update and as a signal. They are stored before they count. */
import { CancellationScope } from "@temporalio/workflow";
import { answerProblems } from "../../domain/rules/clarifications/clarifications.rules.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import type { CommandInput } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { storeActs } from "../steps/activity-proxies.ts";
import { publish } from "../steps/publishing.ts";
import { requireLegal, whyIllegal } from "./commands.owner.ts";
import { invalid, listenFor, sentenceOf } from "./updates.owner.ts";

const COMMAND = "submitAnswers";

export function listenForAnswers(run: DebateRun): void {
  listenFor(run, COMMAND, {
    require: (input) => requireAnswers(run, input),
    work: (input) => take(run, input.answers ?? []),
    signalled: (input) => refusal(run, input) ?? take(run, input.answers ?? []).then(() => null),
  });
}

function requireAnswers(run: DebateRun, input: CommandInput): void {
  requireLegal(run, COMMAND, input);
  const problems = problemsOf(run, input);
  if (problems.length > 0) throw invalid("the answers are not valid", problems);
}

function refusal(run: DebateRun, input: CommandInput): string | null {
  return whyIllegal(run, COMMAND) ?? sentenceOf(problemsOf(run, input).slice(0, 10));
}

function problemsOf(run: DebateRun, input: CommandInput): Problem[] {
  return answerProblems(run.state, input.answers, run.answering);
}

/** The debate goes on only when the store and the log contain the answers: no other activity carries their texts. */
async function take(run: DebateRun, answers: NonNullable<CommandInput["answers"]>): Promise<void> {
  const { tenant, debateId } = run.plan;
  const { generation } = run.state;
  const ids = answers.map((a) => a.questionId);
  for (const id of ids) run.answering.add(id);
  try {
    const kept = answers.map(({ questionId, answer }) => ({ questionId, answer }));
    await CancellationScope.nonCancellable(() =>
      storeActs("answers to the store").storeAnswers({ debate: { tenant, debateId }, generation, answers: kept }),
    );
    if (!isTerminal(run.state.status)) run.emit("clarification.answered", { answers: kept });
    await publish(run);
  } finally {
    for (const id of ids) run.answering.delete(id);
  }
}
