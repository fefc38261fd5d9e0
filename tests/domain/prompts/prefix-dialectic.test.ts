import { expect, it } from "vitest";
import { turnKind } from "../../../domain/prompts/by-phase.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import type { TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { dialecticPlan, playDialectic } from "../../support/debates/dialectic.ts";
import { configFor, speaker, turnOf } from "../../support/debates/transcripts.ts";

const ROUNDS = 3;

it.each([2, 3, 5])(
  "each request of an agent begins with the one before it, up to its last block, among %i agents",
  (agents) => {
    const plan = dialecticPlan({ speakers: agents, maxRounds: ROUNDS });
    const { dialectic } = plan;
    if (!dialectic) throw new Error("no rules");
    const config = configFor({
      format: "dialectic",
      mode: "simultaneous",
      maxRounds: ROUNDS,
      dialectic,
      participants: plan.participants.map(({ id, name }, i) => ({ ...speaker(i, { role: "architect" }), id, name })),
    });
    const { turns } = playDialectic(plan, { turn: () => 10 });
    const said = turns.map((spec): Turn => {
      const { id, participantId, round, index, phase, targetId } = spec;
      const participant = plan.participants.find((p) => p.id === participantId)?.name ?? "";
      const about = { id, participantId, participant, phase, text: `Text of ${id}.` };
      return turnOf(config, { round, index }, { ...about, ...(targetId !== undefined && { targetId }) });
    });
    const piecesOf = (turn: TurnSpec) => {
      const prompt = turnKind({ format: "dialectic" }, turn.phase).build({
        config,
        turn,
        turns: said,
        totalRounds: ROUNDS,
      });
      return [
        prompt.system,
        ...prompt.messages.flatMap(({ role, content }) => content.map((text) => `${role}: ${text}`)),
      ];
    };
    for (const { id } of plan.participants) {
      const own = turns.filter((turn) => turn.participantId === id).map(piecesOf);
      // A proposal; in each round a critique of everybody else and a refinement.
      expect(own).toHaveLength(1 + ROUNDS * agents);
      for (const [i, pieces] of own.slice(1).entries())
        expect(pieces.slice(0, (own[i]?.length ?? 0) - 1)).toEqual(own[i]?.slice(0, -1));
    }
  },
);
