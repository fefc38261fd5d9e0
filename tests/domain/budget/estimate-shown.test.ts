import { describe, expect, it } from "vitest";
import { CASES } from "../../../domain/play/assumptions/cases.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import { markedTurn } from "../../../domain/play/estimates/prompts.estimate.ts";
import { createShown } from "../../../domain/play/estimates/shown.estimate.ts";
import { walk } from "../../../domain/play/estimates/walk.ts";
import { turnKind } from "../../../domain/prompts/by-phase.ts";
import { buildSolutionPrompt } from "../../../domain/prompts/for-judge/solution.judge-prompt.ts";
import type { Prompt } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import type { TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";
import { SHORT } from "../../support/random/plans.ts";

const speakers = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Speaker ${i}`, model: "openai/m", position: "A position." }));

/** How many turns' texts a prompt holds. */
const textsIn = ({ messages }: Prompt) =>
  messages.flatMap(({ content }) => content).filter((block) => block.includes("\uE000")).length;

describe("what is reckoned to be shown", () => {
  it.each([
    ["a dialectic", { format: "dialectic", maxRounds: 4, participants: speakers(3) }],
    [
      "a dialectic with summaries",
      { format: "dialectic", maxRounds: 5, participants: speakers(4), contextWindow: { agentSummaryThreshold: 9_000 } },
    ],
    [
      "a dialectic without history",
      { format: "dialectic", maxRounds: 4, includeFullHistory: false, participants: speakers(3) },
    ],
    ["a sequential debate", { format: "structured-rounds", maxRounds: 4, participants: speakers(3) }],
    ["a simultaneous debate", { format: "round-limited", mode: "simultaneous", participants: speakers(4) }],
    ["proposer-skeptic", { format: "proposer-skeptic", participants: [] }],
  ])("is what the real prompts of %s hold, turn by turn", (_, body) => {
    const catalogue = catalogueOf();
    const { request } = checkRequest({ topic: "Should cities ban cars?", ...body }, catalogue);
    if (!request) throw new Error("the request is not valid");
    const config = configOf(request, catalogue);
    const plan = planOf({ tenant: "", debateId: "", config, durations: SHORT, continueAfterEvents: 1_000 });
    const shown = createShown(config);
    const turns: Turn[] = [];
    const spoken: TurnSpec[] = [];
    let compared = 0;
    const work = walk(
      { plan, config, of: CASES.likely },
      {
        turn(turn) {
          const summary = turn.summary && { summary: { round: turn.summary.round, text: "In brief." } };
          const build = turnKind(config, turn.phase);
          const prompt = build.build({ config, turn, turns, totalRounds: config.maxRounds, ...summary });
          const since = config.dialectic?.includeFullHistory === false ? turn.round : (turn.summary?.round ?? 1);
          expect([turn.id, shown.to(turn, since).blocks]).toEqual([turn.id, textsIn(prompt)]);
          compared += 1;
          spoken.push(turn);
          return 400;
        },
        endStep(state) {
          shown.say(
            spoken,
            spoken.map(() => 400),
            state,
          );
          turns.push(...spoken.splice(0).map((turn) => markedTurn(config, turn)));
        },
        act(act, state) {
          if (act.name === "synthesizeSolution")
            expect(shown.toJudge(state.round).blocks).toBe(
              textsIn(buildSolutionPrompt({ config, turns, endedBy: "limit" })),
            );
          return 500;
        },
      },
    );
    while (!work.next().done);
    expect(compared).toBe(turns.length);
    expect(compared).toBeGreaterThan(8);
  });
});
