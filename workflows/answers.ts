/** The owner's answers, as an update and as a signal. They are in the store before they count. */
import { ApplicationFailure, CancellationScope, setHandler } from "@temporalio/workflow";
import { answerProblems } from "../domain/clarifications.ts";
import { isTerminal, move } from "../domain/lifecycle.ts";
import type { Problem } from "../domain/schemas/faults.ts";
import { situationOf } from "../domain/state.ts";
import { storeActs } from "./acts.ts";
import { requireLegal } from "./commands.ts";
import { COMMAND_SIGNALS, type CommandInput, REFUSED } from "./messages.ts";
import { publish } from "./publishing.ts";
import type { DebateRun } from "./run.ts";
import { listenForUpdate } from "./updates.ts";

const COMMAND = "submitAnswers";

export function listenForAnswers(run: DebateRun): void {
  listenForUpdate(run, COMMAND, {
    require: (input) => requireAnswers(run, input),
    work: (input) => take(run, input.answers ?? []),
  });
  setHandler(COMMAND_SIGNALS[COMMAND], async (input?: CommandInput) => {
    const why = refusal(run, input ?? {});
    if (why === null) return take(run, input?.answers ?? []);
    run.emit("command.ignored", { command: COMMAND, why });
    await publish(run);
  });
}

function requireAnswers(run: DebateRun, input: CommandInput): void {
  requireLegal(run, COMMAND, input);
  const problems = problemsOf(run, input);
  if (problems.length > 0)
    throw ApplicationFailure.nonRetryable("the answers are not valid", REFUSED.invalid, problems);
}

function refusal(run: DebateRun, input: CommandInput): string | null {
  if (move(situationOf(run.state, run), COMMAND) === null)
    return `${COMMAND} is not legal while the debate is ${run.state.status}`;
  const problems = problemsOf(run, input).map(({ pointer, detail }) => `${pointer} ${detail}`);
  return problems.length > 0 ? problems.slice(0, 10).join("; ") : null;
}

function problemsOf(run: DebateRun, input: CommandInput): Problem[] {
  return answerProblems(run.state, input.answers, run.answering);
}

/** The debate goes on only when the answers stand in the store and in the log: their texts ride in no other act. */
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
