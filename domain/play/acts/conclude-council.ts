/** The chair of a council writes its answer, over all answers and rankings. */

import { standings } from "../../judge/council/borda.ts";
import { buildChairPrompt, newestAnswers, readChair } from "../../prompts/council/chair.ts";
import { RANKING_ROUND } from "../../rules/protocols/council.protocol.ts";
import { isSkipped } from "../../rules/protocols/unjudged.ts";
import { familiesIn } from "../../rules/request/independence.ts";
import { droppedFrom } from "../../rules/state/situation.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Council, Ranking } from "../../shapes/schemas/council.schema.ts";
import type { Degradation } from "../../shapes/schemas/faults.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { rankingId } from "../../shapes/turn-ids.ts";
import { defineAct, unnumbered } from "./act.ts";
import { concludes, NO_BALLOTS, unvotedConclusion } from "./conclusion.act.ts";

export const concludeCouncil = defineAct({
  name: "concludeCouncil",
  reads: () => "blind transcript",
  seesRankings: true,
  watchesWindow: true,
  fits: ({ turns }) => newestAnswers(turns),
  prompt: (shown, { endedBy }, view) => buildChairPrompt({ ...shown, endedBy: endedBy ?? "limit", view }),
  read: (text, { shown: { active = [], faults = [], ...shown } }) =>
    readChair(text, { ...shown, active, wasRefused: faults.length > 0 }),
  make: ({ value, scene, model, degraded, bill }): Result => {
    const { asked, blind, config, turns, rankings = [] } = scene;
    const { endedBy, round } = asked;
    if (!endedBy) throw new Error("a council's answer needs to know how the council ended");
    const { conclusion, council } = blind.reveal(value);
    const answers = turns.filter(({ phase }) => phase === "proposal");
    const lost = lostRankings({ config, answers, rankings, state: asked.state, round });
    return {
      type: "council",
      council: { ...council, ...rankedBy(rankings, answers), synthesizedBy: model },
      ...NO_BALLOTS,
      families: familiesIn(config, asked.state),
      ...unvotedConclusion(conclusion, { writer: model, round, degraded: [...degraded, ...lost] }),
      endedBy,
      ...unnumbered(bill),
    };
  },
  ...concludes,
  assumed: {
    tokens: ({ conclusion, participants }) =>
      600 + 60 * participants.length + (conclusion ? 400 + 75 * participants.length : 0),
    events: () => [],
  },
});

function rankedBy(rankings: Ranking[], answers: Turn[]): Pick<Council, "ranking" | "rankings"> {
  const ranked = answers.map(({ participantId, id: turnId }) => ({ participantId, turnId }));
  return {
    ranking: rankings.length === 0 ? [] : standings(rankings, ranked),
    rankings: rankings.map(({ participantId: by, places, reasons }) => ({ by, places, reasons })),
  };
}

interface Ranked {
  config: Pick<DebateConfig, "participants">;
  /** Of the first round. */
  answers: Turn[];
  rankings: Ranking[];
  state: DebateState;
  round: number;
}

/** Rankings that nobody asked for, since the council ended before. Those that failed are in `degraded` already. */
function lostRankings({ config, answers, rankings, state, round }: Ranked): Degradation[] {
  if (answers.length < 2) return [{ what: "the ranking", why: "there was a single answer", round }];
  const out = droppedFrom(state);
  const missing = config.participants.filter(({ id }, seat) => {
    const isCast = rankings.some(({ participantId }) => participantId === id);
    return !isCast && !out.has(id) && !isSkipped(state, rankingId(state.generation, RANKING_ROUND, seat + 1));
  });
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name).join(", ");
  const what = rankings.length === 0 ? "the ranking" : `the rankings by ${names}`;
  return [{ what, why: "the council ended before it", round }];
}
