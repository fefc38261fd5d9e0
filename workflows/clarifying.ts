/** The steps of a debate that clarifies (spec §1.8), beside those of stage.ts. Waiting holds nothing in memory. */
import { condition } from "@temporalio/workflow";
import { answersDue, openQuestions } from "../domain/clarifications.ts";
import type { Step } from "../domain/steps.ts";
import { storeActs } from "./acts.ts";
import { createPicture, nameOf } from "./picture.ts";
import { publish } from "./publishing.ts";
import { type DebateRun, tooLong } from "./run.ts";

type StepOf<K extends Step["kind"]> = Extract<Step, { kind: K }>;

/** What the stage lends. */
interface Tools {
  run: DebateRun;
  picture: ReturnType<typeof createPicture>;
  happen: (on: "clarified", extra: { phase: null }) => void;
  enterPhase: (phase: string, expected: number) => void;
  leavePhase: () => void;
  publishing: <T extends { head: number }>(
    call: (publication: ReturnType<DebateRun["publication"]>) => Promise<T>,
  ) => Promise<T>;
}

export function createClarifying({ run, picture, happen, enterPhase, leavePhase, publishing }: Tools) {
  /** The owner's other commands, and histories that grew too long, end the wait too; an answer on its way comes first. */
  const moved = () =>
    run.answering.size === 0 &&
    (openQuestions(run.state).length === 0 || run.state.pausing || run.state.status !== "clarifying" || tooLong(run));

  return {
    async gatherQuestions({ iteration }: StepOf<"gatherQuestions">): Promise<void> {
      const { generation } = run.state;
      const { event } = await publishing((publication) =>
        storeActs("questions put together").gatherQuestions({ publication, generation, iteration }),
      );
      run.absorb(event);
      for (const { id, text, askedBy } of event.data.questions)
        picture.say(`${id}, asked by ${askedBy.map((who) => nameOf(run, who)).join(", ")}: ${text}`);
    },

    async awaitAnswers({ timeoutMs }: StepOf<"awaitAnswers">): Promise<void> {
      enterPhase("awaiting_answers", run.state.clarification?.batch.length ?? 0);
      picture.show(run, "waiting for its owner's answers");
      await publish(run);
      if (timeoutMs === null) return condition(moved);
      const left = Math.max(1, answersDue(run.state, timeoutMs) - Date.now());
      if (await condition(moved, left)) return;
      await condition(() => run.answering.size === 0);
      if (moved()) return;
      const answers = openQuestions(run.state).map((questionId) => ({ questionId, answer: null }));
      run.emit("clarification.answered", { answers });
    },

    clarified(): void {
      leavePhase();
      happen("clarified", { phase: null });
    },
  };
}
