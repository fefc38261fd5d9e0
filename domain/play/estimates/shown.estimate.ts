/** Keeps account of what has been said, so that what a prompt shows of it is a sum and not a text. */
import { mostDebating } from "../../rules/answers/vote.answers.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { TurnSpec } from "../../shapes/state/steps.ts";

/** Tokens of texts, and how many texts they are. */
export interface Sum {
  tokens: number;
  blocks: number;
}

interface Said {
  turn: TurnSpec;
  tokens: number;
  /** Whose proposal a critique is about. */
  about: string | undefined;
}

const NOTHING: Sum = { tokens: 0, blocks: 0 };

function plus(a: Sum, b: Sum): Sum {
  return { tokens: a.tokens + b.tokens, blocks: a.blocks + b.blocks };
}

/** Of a vote's answers, each alike, a debate shows one for each that speaks. */
function atMost(sum: Sum, { question, participants }: DebateConfig): Sum {
  const most = mostDebating(participants.length);
  if (!question?.vote || sum.blocks <= most) return sum;
  return { tokens: Math.ceil((sum.tokens * most) / sum.blocks), blocks: most };
}

/** A running sum by key. */
function createSums() {
  const sums = new Map<string, Sum>();
  return {
    add(key: string, tokens: number) {
      sums.set(key, plus(sums.get(key) ?? NOTHING, { tokens, blocks: 1 }));
    },
    of: (key: string): Sum => sums.get(key) ?? NOTHING,
  };
}

/**
 * The turns that prompts show. In a dialectic debate without the full history, an agent reads all proposals and
 * refinements but only the critiques of its own (domain/prompts/parts/perspective.ts); everywhere else all read all.
 */
export function createShown(config: DebateConfig) {
  const sums = createSums();
  const rules = config.dialectic;
  const readsAll = rules?.includeFullHistory !== false;

  function note({ turn, tokens, about }: Said): void {
    const { round, phase, participantId: who } = turn;
    const isCritique = rules !== undefined && phase === "critique";
    const keys = isCritique
      ? [`critiques ${round}`, `received ${about} ${round}`, `view ${about} ${round}`]
      : [`open ${round}`, `view ${who} ${round}`, `own ${who}`];
    if (phase === "refinement") keys.push(`refined ${round}`);
    for (const key of ["all", `round ${round}`, ...keys]) sums.add(key, tokens);
  }

  const over = (from: number, to: number, key: (round: number) => string) => {
    let sum = NOTHING;
    for (let round = Math.max(1, from); round <= to; round++) sum = plus(sum, sums.of(key(round)));
    return sum;
  };

  return {
    /** Takes in the turns of a step, in their order. */
    say(turns: TurnSpec[], said: number[], { dialectic }: DebateState): void {
      const standing = Object.entries(dialectic?.standing ?? {});
      turns.forEach((turn, i) => {
        const about = standing.find(([, id]) => id === turn.targetId)?.[0];
        note({ turn, tokens: said[i] ?? 0, about });
      });
    },

    /** What a speaker reads of others and of itself. `since`: the first round that is shown whole. */
    to({ participantId, round }: Pick<TurnSpec, "participantId" | "round">, since: number): Sum {
      // At most: a participant may be shown some of the newest answers.
      if (config.question) return atMost(sums.of(`round ${round - 1}`), config);
      if (!rules) return sums.of("all");
      const recent = plus(
        over(since, round, (r) => `open ${r}`),
        over(since, round, (r) => (readsAll ? `critiques ${r}` : `received ${participantId} ${r}`)),
      );
      return plus(recent, sums.of(`refined ${since - 1}`));
    },

    /** What the judge reads; without the full history it is the last round, and the proposals that it began with. */
    toJudge(round: number): Sum {
      if (readsAll) return sums.of("all");
      return plus(sums.of(`round ${round}`), sums.of(`refined ${round - 1}`));
    },

    /** What a council's member ranks: all but its own answer. */
    toRanker(participantId: string): Sum {
      const [all, own] = [sums.of("all"), sums.of(`own ${participantId}`)];
      return { tokens: all.tokens - own.tokens, blocks: all.blocks - own.blocks };
    },

    /** What the judge reads beside a summary of all turns. */
    newest: (round: number): Sum => sums.of(`refined ${round}`),

    /** An agent's own view from a round on: what its summary is made of. */
    view: (participantId: string, { since, until }: { since: number; until: number }): Sum =>
      over(since, until, (r) => `view ${participantId} ${r}`),

    /** How many texts are a participant's own: they have no fence. */
    own: (participantId: string): number => sums.of(`own ${participantId}`).blocks,
  };
}
